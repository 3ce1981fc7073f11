import Button from '@mui/material/Button'
import { logOut } from '#shared/sign-in/log-out.ts'
import { paths } from '#shared/paths.ts'
import { rememberTarget } from '#shared/session/return-target.ts'
import { useRole } from '#shared/session/use-role.ts'
import { pairTexts } from './pair-texts.ts'

/** Asks for a fresh login and then returns to this page. */
export const LogInAgain = () => {
  const text = pairTexts.use()
  const role = useRole()
  const leave = async () => {
    await logOut()
    rememberTarget(paths.account)
    location.assign(role === 'super admin' ? paths.loginSuper : paths.login)
  }
  return (
    <div className="notice warning" role="alert">
      <p>{text.tooOld}</p>
      <Button variant="outlined" onClick={() => void leave()}>
        {text.logIn}
      </Button>
    </div>
  )
}
