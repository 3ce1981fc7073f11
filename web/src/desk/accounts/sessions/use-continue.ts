import { useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { takeTarget } from '#shared/session/return-target.ts'

/** Leads on after a login, to where one was going. The phone's is a page of its own. */
export const useContinue = (): (() => void | Promise<void>) => {
  const navigate = useNavigate()
  return () => {
    const target = takeTarget() ?? paths.workspaces
    return target.startsWith(`${paths.phone}/`)
      ? location.assign(target)
      : navigate(target, { replace: true })
  }
}
