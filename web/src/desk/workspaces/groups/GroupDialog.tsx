import { useState, type SubmitEvent } from 'react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { MAX_GROUP_MEMBERS, writeGroup, type Group } from '#contract/workspaces/approving/groups.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import { endpointPages } from '#shared/api/api.ts'
import { sayWaits } from '#shared/changes/say-waits.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { FormDialog } from '#shared/dialogs/FormDialog.tsx'
import { FilterSearch } from '#shared/filters/FilterSearch.tsx'
import { Field } from '#shared/native/Field.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { CheckBox } from '#shared/forms/CheckBox.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { groupsTexts } from './texts.ts'

type Props = {
  readonly workspaceId: string
  /** Null: a new one. */
  readonly group: Group | null
  readonly onClose: () => void
}

/** Names a group and chooses who is in it. */
export const GroupDialog = ({ workspaceId, group, onClose }: Props) => {
  const { form: text } = groupsTexts.use()
  const [name, setName] = useState(group?.name ?? '')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(group?.participantIds))
  const command = useCommand(writeGroup, {
    onSuccess(reply) {
      sayWaits(reply)
      onClose()
    },
  })
  const isTooMany = chosen.size > MAX_GROUP_MEMBERS
  const missing = isTooMany ? text.most(MAX_GROUP_MEMBERS) : name.trim() ? '' : text.missing
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (missing || command.isPending) return
    const body = { ...(group && { id: group.id }), name: name.trim(), participantIds: [...chosen] }
    command.mutate({ params: { workspaceId }, body })
  }
  return (
    <FormDialog
      title={group ? text.edit : text.add}
      missing={missing}
      submit={text.save}
      isPending={command.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="whole-row">
        <Field
          label={text.name}
          placeholder={text.example}
          autoFocus
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Members workspaceId={workspaceId} chosen={chosen} onChosen={setChosen} />
      {command.error && <ErrorNotice error={command.error} />}
    </FormDialog>
  )
}

type MembersProps = Pick<Props, 'workspaceId'> & {
  readonly chosen: ReadonlySet<string>
  readonly onChosen: (ids: ReadonlySet<string>) => void
}

const Members = ({ workspaceId, chosen, onChosen }: MembersProps) => {
  const { form: text } = groupsTexts.use()
  const [q, setQ] = useState('')
  const query = useInfiniteQuery({
    ...endpointPages(workspaceParticipants, {
      params: { id: workspaceId },
      query: { invite: 'accepted', sort: 'email', limit: 100, ...(q.trim() && { q: q.trim() }) },
    }),
    placeholderData: keepPreviousData,
  })
  const people = query.data?.pages.flatMap(({ reply }) => reply).map(({ participant }) => participant)
  const toggle = (id: string) => {
    const others = [...chosen].filter((one) => one !== id)
    onChosen(new Set(chosen.has(id) ? others : [...others, id]))
  }
  return (
    <fieldset className="group-people whole-row">
      <legend>{text.who}</legend>
      <FilterSearch autoFocus={false} label={text.find} maxLength={254} value="" onChange={setQ} />
      <QueryStates query={query} label={text.who} />
      {people?.length === 0 && <p className="muted">{text.nobody}</p>}
      {people && people.length > 0 && (
        <div className="group-list">
          {people.map((one) => (
            <CheckBox
              key={one.id}
              isOn={chosen.has(one.id)}
              onChange={() => toggle(one.id)}
              label={<PersonText of={one} erased={text.erased} />}
            />
          ))}
          {query.hasNextPage && (
            <button type="button" className="button-link" onClick={() => void query.fetchNextPage()}>
              {text.more}
            </button>
          )}
        </div>
      )}
      <p className="muted" role="status">
        {text.chosen(chosen.size)}
      </p>
    </fieldset>
  )
}
