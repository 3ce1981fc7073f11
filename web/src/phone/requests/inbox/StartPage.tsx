import { Navigate } from 'react-router-dom'
import { commonTexts } from '#shared/texts/common.ts'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { useMemberships } from '#shared/reads/memberships.ts'
import { deviceTexts } from '../../accounts/devices/device-texts.ts'
import { isSetUpHere, useOwnDevices } from '../../accounts/keys/own-devices.ts'
import { useNextPath } from '../../frame/device-link.ts'

/**
 * The page after joining or signing in. It continues to the requested page, or first to device setup if this browser has no
 * device, because that needs a fresh login. If something cannot be read, it continues without the check.
 */
export const StartPage = () => {
  const text = deviceTexts.use()
  const { loading } = commonTexts.use()
  const next = useNextPath() ?? '/'
  const memberships = useMemberships()
  const { query, devices } = useOwnDevices()
  if (memberships.isError || query.isError) return <Navigate to={next} replace />
  if (!memberships.data || !devices) {
    return (
      <PhoneScreen title={text.title}>
        <p className="loading" role="status">
          {loading}
        </p>
      </PhoneScreen>
    )
  }
  const isInvolved = memberships.data.userWorkspaces.some(
    ({ active, approver, requester }) => active && (approver || requester),
  )
  const needsDevice = isInvolved && !isSetUpHere(devices)
  return <Navigate to={needsDevice ? `/device?next=${next}` : next} replace />
}
