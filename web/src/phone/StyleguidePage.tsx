import { useState, type ReactNode } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import { Digits } from './requests/call-check/Digits.tsx'
import { SpokenNumber } from './requests/call-check/SpokenNumber.tsx'
import { Steps } from './requests/call-check/RequesterCheck.tsx'
import { DeviceList } from './accounts/devices/DeviceList.tsx'
import type { OwnDevice } from './accounts/keys/own-devices.ts'
import { Offline } from './frame/OfflineNotice.tsx'
import { PairNumber } from './accounts/pairing/PairPage.tsx'
import { PinKeys } from './accounts/signing/PinKeys.tsx'
import { networkError } from '#shared/api-error.ts'
import { CheckIcon } from '#shared/parts/icons.tsx'
import { DeclineStep } from './requests/decision/DeclineStep.tsx'
import { ResendStep } from './accounts/signing/ResendStep.tsx'
import { PinStep } from './accounts/signing/PinStep.tsx'
import { PhoneScreen } from './frame/PhoneScreen.tsx'
import { RequestCard } from './requests/inbox/RequestCard.tsx'
import { RequestRow } from './requests/inbox/RequestRow.tsx'
import { RequestFacts } from './requests/parts/RequestFacts.tsx'
import { RequestResult } from './requests/parts/RequestResult.tsx'

const id = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`
const anna = { participantId: id(1), email: 'anna.keller@muster-gmbh.de' }
const ben = { participantId: id(2), email: 'ben.yilmaz@muster-gmbh.de' }

export const pending: Request = {
  id: id(3),
  workspaceId: id(4),
  workspaceName: 'Einkauf Werk Süd',
  type: 'approval',
  title: 'Transfer 48,200.00 € to Hydraulik Nord',
  details: 'Invoice 2026-1187\nDE02 1203 0000 0000 2020 51',
  status: 'pending',
  closedReason: null,
  requester: anna,
  approver: ben,
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2026-11-27T09:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  assurance: null,
  reportedAt: null,
}
const decided = { decidedAt: '2026-11-20T10:12:00.000Z', decidedBy: ben }
const approved: Request = { ...pending, ...decided, status: 'approved', assurance: 'pin' }
const declined: Request = { ...pending, ...decided, status: 'declined', assurance: 'session' }
const expired: Request = { ...pending, status: 'declined', closedReason: 'expired' }

const check = { type: 'verification', closedReason: null } as const
const verified: Request = { ...approved, ...check, assurance: 'passkey' }
const mismatch: Request = { ...expired, ...check, closedReason: 'code-mismatch' }
const reported: Request = { ...expired, ...check, closedReason: 'reported' }
const disputed: Request = { ...verified, reportedAt: '2026-11-20T16:40:00.000Z' }

const device = (number: number, changes: Partial<OwnDevice>): OwnDevice => ({
  id: id(number),
  kind: 'pin',
  name: 'Android, Chrome',
  createdAt: pending.createdAt,
  lastUsedAt: pending.createdAt,
  disabled: false,
  state: 'usable',
  usableFrom: null,
  deviceBound: true,
  enrolledBy: 'first',
  isHere: false,
  ...changes,
})
const devices = [
  device(5, { isHere: true }),
  device(6, { kind: 'passkey', name: 'iPhone', lastUsedAt: null }),
  device(7, { disabled: true }),
]

const subject = {
  label: 'Sign and approve',
  title: pending.title!,
  person: anna,
  side: 'From',
}
const ignore = (): void => {}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="part form" aria-label={title}>
    {children}
  </section>
)

/** Shows the components that only the phone app has. Development only. */
export const StyleguidePage = () => {
  const [sheet, setSheet] = useState<'pin' | 'decline' | 'again' | null>(null)
  const close = (): void => setSheet(null)
  return (
    <PhoneScreen title="Parts of the phone">
      <Part title="Card">
        <ul className="waiting">
          <RequestCard request={pending} />
        </ul>
      </Part>
      <Part title="Rows">
        <ul className="rows card">
          {[pending, approved, declined, expired].map((request, i) => (
            <RequestRow key={i} request={request} side="from" time="14:32" />
          ))}
        </ul>
      </Part>
      <Part title="Facts">
        <RequestFacts request={pending} />
      </Part>
      <Part title="Results">
        {[approved, declined, expired].map((request, i) => (
          <RequestResult key={i} request={request} takesFocus={false} />
        ))}
      </Part>
      <Part title="Bar">
        <div className="decide">
          <button type="button" className="button button-danger" onClick={() => setSheet('decline')}>
            Decline
          </button>
          <button type="button" className="button" onClick={() => setSheet('pin')}>
            <CheckIcon />
            Approve
          </button>
        </div>
      </Part>
      <Part title="Spoken number">
        <SpokenNumber number="47" expiresAt="2026-11-20T12:03:20.000Z" />
        <Steps deliveredAt="2026-11-20T11:58:21.000Z" openedAt={null} />
      </Part>
      <Part title="Number to type">
        <div className="hear">
          <label htmlFor="number">Which number do you hear?</label>
          <Digits
            ref={null}
            id="number"
            value="4"
            onValue={ignore}
            formId="none"
            describedBy="number"
            isInvalid={false}
          />
        </div>
        <PinKeys value="4" onValue={ignore} />
      </Part>
      <Part title="Results of checks">
        {[verified, mismatch].map((request, i) => (
          <RequestResult key={i} request={request} takesFocus={false} />
        ))}
      </Part>
      <Part title="A reported check">
        <RequestResult request={reported} takesFocus={false} />
      </Part>
      <Part title="Offline">
        <Offline />
      </Part>
      <Part title="Pairing">
        <PairNumber number="47" />
      </Part>
      <Part title="Devices">
        <DeviceList devices={devices} onRemoved={ignore} onStopped={ignore} />
      </Part>
      <Part title="A result in doubt">
        <RequestResult request={disputed} takesFocus={false} />
        <ul className="rows card">
          <RequestRow request={disputed} side="from" time="09:00" />
        </ul>
      </Part>
      <Part title="No answer">
        <button type="button" className="button" onClick={() => setSheet('again')}>
          Send again
        </button>
      </Part>
      {sheet === 'again' && (
        <ResendStep
          subject={subject}
          isSigning={false}
          isOnline
          error={networkError()}
          onResend={close}
          onBack={close}
        />
      )}
      {sheet === 'pin' && (
        <PinStep subject={subject} isSigning={false} isOnline error={null} onPin={close} onBack={close} />
      )}
      {sheet === 'decline' && (
        <DeclineStep
          shown={pending}
          approverId={ben.participantId}
          onDecided={ignore}
          onClosed={ignore}
          onBack={close}
          onRefused={ignore}
        />
      )}
    </PhoneScreen>
  )
}
