import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useQuery } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { dismissAlerts, requestAlerts } from '#contract/requests/alerts.ts'
import { endpointQuery } from '../api/api.ts'
import { shownOf } from '../api/read-models.ts'
import { useCommand } from '../commands/use-command.ts'
import { ErrorNotice } from '../native/Notice.tsx'
import { AlertIcon, DownIcon } from '../parts/icons.tsx'
import { UserText } from '../parts/UserText.tsx'
import { workspacePath } from '../paths.ts'
import { formatTime } from '../texts/format-time.ts'
import { useLanguage } from '../texts/language.ts'
import { alertTexts } from './texts.ts'
import './alerts.css'

type Alert = Reply<typeof requestAlerts>[number]

/** Renders a link to a page of the desk. */
type DeskLink = (path: string, label: string) => ReactNode

const auditPath = ({ workspaceId, requestId, manySides }: Alert): string => {
  const target = manySides?.asked.participantId ?? requestId
  return `${workspacePath(workspaceId)}?${new URLSearchParams({ tab: 'audit', target })}`
}
const participantsPath = ({ workspaceId }: Alert): string =>
  `${workspacePath(workspaceId)}?${new URLSearchParams({ tab: 'participants' })}`

/** A bar with the number of alerts for admins, which opens their list. Its space is there without alerts too. */
export const Alerts = ({ link }: { readonly link: DeskLink }) => {
  const text = alertTexts.use()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLButtonElement>(null)
  const [hidden, setHidden] = useState<readonly string[]>([])
  const command = useCommand(dismissAlerts, { onError: () => setHidden([]) })
  const alerts = shownOf(useQuery(endpointQuery(requestAlerts))) ?? []
  const shown = alerts.filter(({ id }) => !hidden.includes(id))
  const [newest] = shown

  /** Moves the focus to the next alert, after the last one to the heading of the page. */
  const dismiss = (gone: readonly Alert[], index: number): void => {
    const ids = gone.map(({ id }) => id)
    flushSync(() => setHidden([...hidden, ...ids]))
    command.mutate({ body: { ids } })
    const left = [...(place.current?.querySelectorAll<HTMLElement>('[data-one]') ?? [])]
    const next = left[index] ?? left.at(-1) ?? document.querySelector<HTMLElement>('h1')
    next?.focus()
    if (left.length === 0) setOpen(false)
  }
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return
      setOpen(false)
      bar.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOpen])

  return (
    <div ref={place} className="alerts">
      <div role="alert">
        {newest && (
          <button
            ref={bar}
            type="button"
            className="alerts-bar"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <AlertIcon />
            <strong>{text.count(shown.length)}</strong>
            <span className="alerts-newest">{text.kinds[newest.kind]}</span>
            <DownIcon />
          </button>
        )}
      </div>
      {newest && isOpen && (
        <div id={listId} className="alerts-list">
          {command.error && <ErrorNotice error={command.error} />}
          <ul>
            {shown.map((alert, index) => (
              <AlertRow key={alert.id} alert={alert} link={link} onDismiss={() => dismiss([alert], index)} />
            ))}
          </ul>
          {shown.length > 1 && (
            <button type="button" className="button-link" onClick={() => dismiss(shown, 0)}>
              {text.dismissAll(shown.length)}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

type RowProps = { readonly alert: Alert; readonly link: DeskLink; readonly onDismiss: () => void }

const AlertRow = ({ alert, link, onDismiss }: RowProps) => {
  const text = alertTexts.use()
  const language = useLanguage()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (
    <li>
      <p>
        <strong>{text.kinds[alert.kind]}</strong>
      </p>
      {alert.manySides && (
        <p>
          {text.manySides(
            alert.manySides.asked.email ?? text.erased,
            alert.manySides.by.map(({ email }) => email ?? text.erased).join(', '),
          )}
        </p>
      )}
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
        {alert.kind === 'pair-locked' && link(participantsPath(alert), text.toUnlock)}
        {link(auditPath(alert), text.toAudit)}
        <button type="button" className="button-link" data-one onClick={onDismiss}>
          {text.dismiss}
        </button>
      </p>
    </li>
  )
}
