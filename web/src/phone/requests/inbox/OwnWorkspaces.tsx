import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { Link } from '#shared/parts/Link.tsx'
import { PlusIcon } from '#shared/parts/icons.tsx'
import { AtHand } from '../../accounts/at-hand/AtHand.tsx'
import { signingDevice, useOwnDevices, waitingDevice } from '../../accounts/keys/own-devices.ts'
import { signingTexts } from '../../accounts/signing/signing-texts.ts'
import { WaitsNotice } from '../../accounts/waiting/WaitsNotice.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import { listTexts } from './list-texts.ts'

/** The user's newest requests, and what a device still needs here. */
export const OwnWorkspaces = ({ workspaces }: { workspaces: readonly WorkspaceMembership[] }) => {
  const text = listTexts.use()
  const asking = workspaces.filter(({ requester }) => requester)
  if (workspaces.length === 0) return <p className="empty">{text.noWorkspace}</p>
  return (
    <>
      {workspaces.some(({ approver }) => approver) && <EnrolHint />}
      <AtHand />
      {asking.length > 0 && (
        <section>
          <div className="section-head">
            <h2>{text.ownTitle}</h2>
            <Link to="/requests">{text.all}</Link>
          </div>
          {asking.map((workspace) => (
            <OwnRequests key={workspace.id} workspace={workspace} hasName={asking.length > 1} />
          ))}
          <Link className="button button-outlined" to="/new">
            <PlusIcon />
            {text.newRequest}
          </Link>
        </section>
      )}
    </>
  )
}

/** Tells approvers without a signing device to set one up before a request arrives. */
const EnrolHint = () => {
  const text = listTexts.use()
  const { enrol } = signingTexts.use()
  const { devices, hasRemovedDevice } = useOwnDevices()
  const device = devices && signingDevice(devices, hasRemovedDevice)
  if (typeof device !== 'string') return null
  const waiting = waitingDevice(devices ?? [])
  if (waiting) return <WaitsNotice device={waiting} />
  return (
    <div className="notice info">
      <p>{text.enrolFirst[device]}</p>
      <Link className="button button-outlined" to="/device">
        {enrol}
      </Link>
    </div>
  )
}
