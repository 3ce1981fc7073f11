import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import {
  CrossIcon,
  MailIcon,
  PauseIcon,
  PlayIcon,
  PlusIcon,
  ShieldIcon,
  TrashIcon,
} from '#shared/parts/icons.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { RowActions, RowMenu, type OpenedRowMenu, type RowAction } from '#shared/dialogs/RowMenu.tsx'
import type { Confirmed } from './ConfirmParticipant.tsx'
import { participantsTexts } from './texts.ts'
import { useParticipantCommands, type Toggle } from './use-participant-commands.tsx'

const ConfirmParticipant = lazy(async () => ({
  default: (await import('./ConfirmParticipant.tsx')).ConfirmParticipant,
}))
const ConfirmSwitchOff = lazy(async () => ({
  default: (await import('./ConfirmSwitchOff.tsx')).ConfirmSwitchOff,
}))

type Props = { readonly participant: Participant; readonly isOwn: boolean }

/** The actions of an admin for a participant. */
export const ParticipantMenu = ({ participant, isOwn }: Props) => {
  const text = participantsTexts.use()
  const [isPending, setPending] = useState(false)
  return (
    <RowMenu label={text.more(personWords(participant, text.erased))} isPending={isPending}>
      {(menu) => <OpenedMenu {...menu} participant={participant} isOwn={isOwn} onPending={setPending} />}
    </RowMenu>
  )
}

type OpenedProps = Props & OpenedRowMenu & { readonly onPending: (isPending: boolean) => void }

/** The actions depend on the participant. Admins leave through the settings, so their own row has fewer. */
const OpenedMenu = ({ participant, isOwn, anchor, onClose, onPending }: OpenedProps) => {
  const text = participantsTexts.use()
  const [asked, setAsked] = useState<Confirmed | null>(null)
  const [removed, setRemoved] = useState<Toggle | null>(null)
  const { switchOn, resend, isPending } = useParticipantCommands(participant)
  useEffect(() => onPending(isPending), [onPending, isPending])
  const { role, active, approver, requester, invite, joinedAt } = participant

  const switched = (name: Toggle, isOn: boolean, icons: Record<'on' | 'off', ReactNode>): RowAction => {
    const to = isOn ? 'off' : 'on'
    const run = () => (isOn ? setRemoved(name) : switchOn(name))
    return { key: name, icon: icons[to], label: text.actions[name][to], run }
  }
  const rights = { on: <PlusIcon />, off: <CrossIcon /> }
  const confirmed = (key: Confirmed, icon: ReactNode): RowAction => ({
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
  const items: readonly RowAction[] = [
    ...(joinedAt === null ? ofInvited : ofJoined),
    ...(isOwn ? [] : [{ ...confirmed('remove', <TrashIcon />), isDangerous: true as const }]),
  ]
  return (
    <>
      <RowActions anchor={anchor} onClose={onClose} actions={items} />
      <Suspense fallback={null}>
        {asked && (
          <ConfirmParticipant participant={participant} what={asked} onClose={() => setAsked(null)} />
        )}
        {removed && (
          <ConfirmSwitchOff
            participant={participant}
            what={removed}
            onUndo={() => switchOn(removed)}
            onClose={() => setRemoved(null)}
          />
        )}
      </Suspense>
    </>
  )
}
