import { useState } from 'react'
import Button from '@mui/material/Button'
import {
  CHANGED_THINGS,
  MAX_PARTICIPANTS,
  type ChangedParticipant,
} from '#contract/workspaces/several-participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { RowActions } from '#shared/dialogs/RowMenu.tsx'
import { CrossIcon, PauseIcon, PlayIcon, PlusIcon } from '#shared/parts/icons.tsx'
import { participantsTexts } from '../texts.ts'
import { ConfirmSeveral, type Wanted } from './ConfirmSeveral.tsx'
import { SeveralResults } from './SeveralResults.tsx'
import { severalTexts } from './texts.ts'
import '#shared/lists/several.css'

const ICONS = {
  approver: { on: <PlusIcon />, off: <CrossIcon /> },
  requester: { on: <PlusIcon />, off: <CrossIcon /> },
  activity: { on: <PlayIcon />, off: <PauseIcon /> },
} as const

type Props = {
  readonly workspaceId: string
  readonly chosen: readonly Participant[]
  /** How many match the filter. */
  readonly total: number
  readonly ownUserId: string | null
  /** Selects all that match; undefined if they are selected. */
  readonly onAll: (() => void) | undefined
  readonly onNone: () => void
}

/** What can be done with the selected people. It stays in view while the list scrolls. */
export const SelectionBar = ({ workspaceId, chosen, total, ownUserId, onAll, onNone }: Props) => {
  const text = severalTexts.use()
  const { actions } = participantsTexts.use()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [told, setTold] = useState<readonly ChangedParticipant[] | null>(null)
  // Admins leave through the settings.
  const others = chosen.filter(({ userId }) => userId === null || userId !== ownUserId)
  const isOff = wanted?.what === 'activity' && !wanted.value
  const isTooMany = chosen.length > MAX_PARTICIPANTS
  return (
    <section className="card selection-bar" aria-label={text.bar}>
      <p className="numbers" role="status">
        {text.selected(chosen.length)} {isTooMany && text.most(MAX_PARTICIPANTS)}
      </p>
      {onAll && <Button onClick={onAll}>{text.all(total)}</Button>}
      <Button onClick={onNone}>{text.none}</Button>
      <Button
        variant="contained"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-disabled={isTooMany}
        onClick={(event) => isTooMany || setAnchor(event.currentTarget)}
      >
        {text.change}
      </Button>
      <RowActions
        anchor={anchor}
        onClose={() => setAnchor(null)}
        actions={CHANGED_THINGS.toReversed().flatMap((what) =>
          [true, false].map((value) => {
            const to = value ? 'on' : 'off'
            const run = () => setWanted({ what, value })
            return { key: `${what} ${to}`, icon: ICONS[what][to], label: actions[what][to], run }
          }),
        )}
      />
      {wanted && (
        <ConfirmSeveral
          workspaceId={workspaceId}
          people={isOff ? others : chosen}
          leavesYou={isOff && others.length < chosen.length}
          wanted={wanted}
          onDone={setTold}
          onClose={() => setWanted(null)}
        />
      )}
      {told && (
        <SeveralResults
          people={chosen}
          results={told}
          onClose={() => {
            setTold(null)
            onNone()
          }}
        />
      )}
    </section>
  )
}
