import { lazy, Suspense, useState } from 'react'
import Button from '@mui/material/Button'
import type { ActivityPeriod, ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { formatDay } from '#shared/texts/format-time.ts'
import { Fact, SideDrawer } from '#shared/dialogs/SideDrawer.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { SubscriptionChip } from '#shared/parts/SubscriptionChip.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useText } from '#shared/texts/common.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { nameOf, termWords } from '../names.ts'
import { superAdminTexts } from '../texts.ts'
import type { WorkspaceAction } from '../WorkspaceDialogs.tsx'
import { drawerTexts } from './drawer-texts.ts'
import { ChangeNote, NoteSection } from './NoteSection.tsx'

const LiftSection = lazy(async () => ({
  default: (await import('../protection/LiftSection.tsx')).LiftSection,
}))

type Props = {
  readonly workspace: ListedWorkspace
  readonly onAction: (action: WorkspaceAction) => void
  readonly onClose: () => void
}

/** The details of a workspace: facts, periods and participants. */
export const WorkspaceDrawer = ({ workspace, onAction, onClose }: Props) => {
  const all = superAdminTexts.use()
  const text = drawerTexts.use()
  const language = useLanguage()
  const [isNoting, setNoting] = useState(false)
  const { id, billingUser, timezone, offer, periods, participants, participantTotal } = workspace
  return (
    <>
      <SideDrawer title={<bdi>{nameOf(workspace, all)}</bdi>} meta={id} onClose={onClose}>
        <dl className="fact-list numbers">
          <Fact name={all.columns.subscription}>
            <SubscriptionChip subscription={workspace.subscription} />
          </Fact>
          <Fact name={text.active}>{termWords(workspace, language)}</Fact>
          <Fact name={text.timezone}>{timezone}</Fact>
          <Fact name={text.billing}>{billingUser ?? '–'}</Fact>
          {offer && (
            <Fact name={text.offer}>
              {offer.reference} · {formatDay(offer.requestedAt, language, timezone)}
            </Fact>
          )}
          {offer?.answer && (
            <Fact name={text.answered}>
              {text.by(formatDay(offer.answer.at, language, timezone))}{' '}
              <PersonText of={offer.answer.by} erased={text.erased} />
              {offer.answer.note !== null && (
                <p className="meta">
                  <UserText>{offer.answer.note}</UserText>
                </p>
              )}
            </Fact>
          )}
        </dl>
        {offer?.state === 'waiting' && (
          <Button
            variant="outlined"
            className="drawer-last"
            onClick={() => onAction({ what: 'answer', workspace, offer })}
          >
            {all.actions.answer}
          </Button>
        )}
        <NoteSection workspace={workspace} onChange={() => setNoting(true)} />
        <section>
          <h3>{text.periods}</h3>
          {periods.length === 0 && <p className="muted">{text.noPeriods}</p>}
          <ul className="drawer-rows">
            {periods.map((period) => (
              <Period
                key={period.id}
                period={period}
                onEnd={() => onAction({ what: 'end', workspace, period })}
              />
            ))}
          </ul>
          <div className="drawer-actions">
            <Button variant="contained" onClick={() => onAction({ what: 'add', workspace })}>
              {all.actions.add}
            </Button>
            <Button variant="outlined" onClick={() => onAction({ what: 'eternal', workspace })}>
              {all.actions.eternal}
            </Button>
          </div>
        </section>
        <section>
          <h3>{text.people(participantTotal)}</h3>
          <ul className="drawer-rows">
            {participants.map((participant) => (
              <Person key={participant.id} participant={participant} />
            ))}
          </ul>
          {participants.length < participantTotal && (
            <p className="meta">{text.morePeople(participants.length)}</p>
          )}
        </section>
        {workspace.peopleProtected && (
          <Suspense fallback={null}>
            <LiftSection workspace={workspace} />
          </Suspense>
        )}
        <Button
          variant="outlined"
          color="error"
          className="drawer-last"
          onClick={() => onAction({ what: 'remove', workspace })}
        >
          {all.actions.remove}
        </Button>
      </SideDrawer>
      {isNoting && <ChangeNote workspace={workspace} onClose={() => setNoting(false)} />}
    </>
  )
}

const Period = ({ period, onEnd }: { readonly period: ActivityPeriod; readonly onEnd: () => void }) => {
  const text = drawerTexts.use()
  const term = termWords(period, useLanguage())
  return (
    <li>
      <div>
        <p className="numbers">{term}</p>
        <p className="meta">
          {period.kind === 'eternal' && `${text.eternal} · `}
          {text.seats(period.seats)}
          {period.reason !== null && (
            <>
              {' · '}
              <bdi>{period.reason}</bdi>
            </>
          )}
        </p>
      </div>
      <Button aria-label={text.endOf(term)} onClick={onEnd}>
        {text.end}
      </Button>
    </li>
  )
}

const Person = ({ participant }: { readonly participant: Participant }) => {
  const text = drawerTexts.use()
  const common = useText()
  const { role, active, approver, requester, invite } = participant
  const rights = [approver && common.approver, requester && common.requester].filter(Boolean)
  const state = invite === 'accepted' ? (active ? null : 'inactive') : invite
  return (
    <li>
      <div>
        <p>
          <PersonText of={participant} erased={text.erased} />
        </p>
        <p className="meta">{[common.roles[role], ...rights].join(' · ')}</p>
      </div>
      {state && <Tag tone={state === 'expired' ? 'warning' : 'neutral'}>{text.states[state]}</Tag>}
    </li>
  )
}
