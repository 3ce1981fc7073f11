import { useEffect, useState, type ReactNode } from 'react'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { Participant } from '#contract/workspaces.ts'
import {
  CrossIcon,
  MailIcon,
  MoreIcon,
  PauseIcon,
  PlayIcon,
  PlusIcon,
  ShieldIcon,
  TrashIcon,
} from '../../../shared/icons.tsx'
import { ConfirmParticipant, type Confirmed } from './ConfirmParticipant.tsx'
import { participantsTexts } from './texts.ts'
import { useParticipantCommands, type Toggle } from './use-participant-commands.tsx'

type Props = { readonly participant: Participant; readonly isOwn: boolean }
type Item = {
  readonly key: string
  readonly icon: ReactNode
  readonly label: string
  readonly run: () => void
  readonly isDangerous?: true
}

/** What an admin can do with somebody. A list is long, so that there is little more than a button before its press. */
export const ParticipantMenu = ({ participant, isOwn }: Props) => {
  const text = participantsTexts.use()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpened, setOpened] = useState(false)
  const [isPending, setPending] = useState(false)
  return (
    // Not a press on the row, which opens the details.
    <span className="row-menu" role="presentation" onClick={(event) => event.stopPropagation()}>
      <button
        type="button"
        className="icon-button"
        aria-label={text.more(participant.email ?? text.erased)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-busy={isPending}
        aria-disabled={isPending}
        onClick={(event) => {
          if (isPending) return
          setOpened(true)
          setAnchor(event.currentTarget)
        }}
      >
        <MoreIcon />
      </button>
      {wasOpened && (
        <OpenedMenu
          participant={participant}
          isOwn={isOwn}
          anchor={anchor}
          onClose={() => setAnchor(null)}
          onPending={setPending}
        />
      )}
    </span>
  )
}

type OpenedProps = Props & {
  readonly anchor: HTMLElement | null
  readonly onClose: () => void
  readonly onPending: (isPending: boolean) => void
}

/** What somebody is decides what there is to do. Oneself is left in the settings. */
const OpenedMenu = ({ participant, isOwn, anchor, onClose, onPending }: OpenedProps) => {
  const text = participantsTexts.use()
  const [asked, setAsked] = useState<Confirmed | null>(null)
  const { toggle, resend, isPending } = useParticipantCommands(participant)
  useEffect(() => onPending(isPending), [onPending, isPending])
  const { role, active, approver, requester, invite, joinedAt } = participant

  const switched = (name: Toggle, isOn: boolean, icons: Record<'on' | 'off', ReactNode>): Item => {
    const to = isOn ? 'off' : 'on'
    return { key: name, icon: icons[to], label: text.actions[name][to], run: () => toggle(name, !isOn) }
  }
  const rights = { on: <PlusIcon />, off: <CrossIcon /> }
  const confirmed = (key: Confirmed, icon: ReactNode): Item => ({
    key,
    icon,
    label: text.actions[key],
    run: () => setAsked(key),
  })
  const ofJoined = [
    ...(role === 'admin' ? [] : [confirmed('promote', <ShieldIcon />)]),
    switched('approver', approver, rights),
    switched('requester', requester, rights),
    ...(isOwn ? [] : [switched('activity', active, { on: <PlayIcon />, off: <PauseIcon /> })]),
  ]
  const ofInvited = [
    { key: 'resend', icon: <MailIcon />, label: text.actions.resend, run: resend },
    ...(invite === 'revoked' ? [] : [confirmed('revoke', <CrossIcon />)]),
  ]
  const items: readonly Item[] = [
    ...(joinedAt === null ? ofInvited : ofJoined),
    ...(isOwn ? [] : [{ ...confirmed('remove', <TrashIcon />), isDangerous: true as const }]),
  ]
  return (
    <>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {items.flatMap(({ key, icon, label, run, isDangerous }) => [
          ...(isDangerous ? [<Divider key="line" role="separator" component="li" />] : []),
          <MenuItem
            key={key}
            className={isDangerous ? 'is-dangerous' : ''}
            onClick={() => {
              onClose()
              run()
            }}
          >
            {icon}
            {label}
          </MenuItem>,
        ])}
      </Menu>
      {asked && <ConfirmParticipant participant={participant} what={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
