import { useState, type ReactNode } from 'react'
import type { Request } from '#contract/requests.ts'
import { CheckIcon } from '../shared/icons.tsx'
import { DeclineStep } from './decision/DeclineStep.tsx'
import { PinStep } from './signing/PinStep.tsx'
import { PhoneScreen } from './frame/PhoneScreen.tsx'
import { RequestCard } from './inbox/RequestCard.tsx'
import { RequestRow } from './inbox/RequestRow.tsx'
import { RequestFacts } from './requests/RequestFacts.tsx'
import { RequestResult } from './requests/RequestResult.tsx'

const id = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`
const anna = { participantId: id(1), email: 'anna.keller@muster-gmbh.de' }
const ben = { participantId: id(2), email: 'ben.yilmaz@muster-gmbh.de' }

const pending: Request = {
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
}
const decided = { decidedAt: '2026-11-20T10:12:00.000Z', decidedBy: ben }
const approved: Request = { ...pending, ...decided, status: 'approved', assurance: 'pin' }
const declined: Request = { ...pending, ...decided, status: 'declined', assurance: 'session' }
const expired: Request = { ...pending, status: 'declined', closedReason: 'expired' }

const about = {
  label: 'Sign and approve',
  title: pending.title!,
  email: anna.email,
  side: 'From',
}
const ignore = (): void => {}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="part form" aria-label={title}>
    {children}
  </section>
)

/** The parts that the phone alone has, to look at while one makes them: there in development alone. */
export const StyleguidePage = () => {
  const [sheet, setSheet] = useState<'pin' | 'decline' | null>(null)
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
            <RequestRow key={i} request={request} side="from" />
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
      {sheet === 'pin' && (
        <PinStep about={about} isSigning={false} isOnline error={null} onPin={close} onBack={close} />
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
