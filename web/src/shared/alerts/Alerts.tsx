import { useRef, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { requestAlerts } from '#contract/alerts.ts'
import { endpointQuery } from '../api.ts'
import { formatTime } from '../format-time.ts'
import { AlertIcon } from '../icons.tsx'
import { workspacePath } from '../paths.ts'
import { shownOf } from '../read-models.ts'
import { useLanguage } from '../texts/language.ts'
import { Typed } from '../Typed.tsx'
import { dismiss, useDismissed } from './dismissed.ts'
import { alertTexts } from './texts.ts'
import './alerts.css'

type Alert = Reply<typeof requestAlerts>[number]

type Props = {
  /** How this page links an address of the desk. */
  readonly link: (path: string, label: string) => ReactNode
}

const auditPath = ({ workspaceId, requestId }: Alert): string =>
  `${workspacePath(workspaceId)}?${new URLSearchParams({ tab: 'audit', target: requestId })}`

/** What an admin should look at: read out at once, and there until it is put away, in this browser, or a day old. */
export const Alerts = ({ link }: Props) => {
  const text = alertTexts.use()
  const language = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const dismissed = useDismissed()
  const alerts = shownOf(useQuery(endpointQuery(requestAlerts))) ?? []
  const shown = alerts.filter(({ id }) => !dismissed.includes(id))

  const putAway = (id: string, index: number): void => {
    const buttons = place.current?.querySelectorAll('button')
    const next = buttons?.[index + 1] ?? buttons?.[index - 1] ?? document.querySelector<HTMLElement>('h1')
    next?.focus()
    const others = alerts.map((alert) => alert.id)
    dismiss(id, others)
  }

  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (
    <div ref={place} className="alerts">
      {shown.map((alert, index) => (
        <div key={alert.id} className="notice error" role="alert">
          <AlertIcon />
          <div>
            <p>
              <strong>{text.kinds[alert.kind]}</strong>
            </p>
            <p className="meta">
              {alert.title !== null && (
                <span>
                  <Typed>{alert.title}</Typed>
                </span>
              )}
              {alert.workspaceName !== null && (
                <span>
                  <Typed>{alert.workspaceName}</Typed>
                </span>
              )}
              <span>{formatTime(alert.at, language, timeZone)}</span>
            </p>
            <p className="alert-actions">
              {link(auditPath(alert), text.toAudit)}
              <button type="button" className="button-link" onClick={() => putAway(alert.id, index)}>
                {text.dismiss}
              </button>
            </p>
          </div>
        </div>
      ))}
    </div>
  )
}
