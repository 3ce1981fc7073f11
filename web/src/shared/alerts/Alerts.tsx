import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useQuery } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { requestAlerts } from '#contract/requests/alerts.ts'
import { endpointQuery } from '../api/api.ts'
import { formatTime } from '../texts/format-time.ts'
import { AlertIcon } from '../parts/icons.tsx'
import { workspacePath } from '../paths.ts'
import { shownOf } from '../api/read-models.ts'
import { useLanguage } from '../texts/language.ts'
import { UserText } from '../parts/UserText.tsx'
import { dismiss, useDismissed } from './dismissed.ts'
import { alertTexts } from './texts.ts'
import './alerts.css'

type Alert = Reply<typeof requestAlerts>[number]

type Props = {
  /** Renders a link to a page of the desk. */
  readonly link: (path: string, label: string) => ReactNode
}

const auditPath = ({ workspaceId, requestId }: Alert): string =>
  `${workspacePath(workspaceId)}?${new URLSearchParams({ tab: 'audit', target: requestId })}`

/** Alerts for admins. Each stays until the reader dismisses it in this browser, or for one day. */
export const Alerts = ({ link }: Props) => {
  const text = alertTexts.use()
  const language = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const dismissed = useDismissed()
  const alerts = shownOf(useQuery(endpointQuery(requestAlerts))) ?? []
  const shown = alerts.filter(({ id }) => !dismissed.includes(id))

  /** Takes the focus after the last alert. */
  const putAway = (gone: readonly Alert[], index: number): void => {
    const idsOf = (some: readonly Alert[]) => some.map(({ id }) => id)
    flushSync(() => dismiss(idsOf(gone), idsOf(alerts)))
    const left = [...(place.current?.querySelectorAll<HTMLElement>('[data-one]') ?? [])]
    const next = left[index] ?? left.at(-1) ?? document.querySelector<HTMLElement>('h1')
    next?.focus()
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
                  <UserText>{alert.title}</UserText>
                </span>
              )}
              {alert.workspaceName !== null && (
                <span>
                  <UserText>{alert.workspaceName}</UserText>
                </span>
              )}
              <span>{formatTime(alert.at, language, timeZone)}</span>
            </p>
            <p className="alert-actions">
              {link(auditPath(alert), text.toAudit)}
              <button type="button" className="button-link" data-one onClick={() => putAway([alert], index)}>
                {text.dismiss}
              </button>
              {index === 0 && shown.length > 1 && (
                <button type="button" className="button-link" onClick={() => putAway(shown, 0)}>
                  {text.dismissAll(shown.length)}
                </button>
              )}
            </p>
          </div>
        </div>
      ))}
    </div>
  )
}
