import { useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { takeTarget } from '#shared/session/return-target.ts'

/** Opens the requested page after a login. The phone is a separate app, so it needs a page load. */
export const useContinue = (): (() => void | Promise<void>) => {
  const navigate = useNavigate()
  return () => {
    const target = takeTarget() ?? paths.workspaces
    return target.startsWith(`${paths.phone}/`)
      ? location.assign(target)
      : navigate(target, { replace: true })
  }
}
