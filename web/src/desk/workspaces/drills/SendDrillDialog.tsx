import { useMemo, useState } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { currentUser } from '#contract/accounts/users.ts'
import { MOST_DRILLED, sendDrill } from '#contract/requests/drills.ts'
import { ASK_KINDS, type AskKind } from '#contract/requests/requests.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import { endpointPages, endpointQuery } from '#shared/api/api.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { FormDialog } from '#shared/dialogs/FormDialog.tsx'
import { showToast } from '#shared/dialogs/toast.tsx'
import { FormTextField } from '#shared/forms/FormTextField.tsx'
import { lineRule } from '#shared/forms/form-rules.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { CheckBox } from '#shared/forms/CheckBox.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { askKinds } from '#shared/texts/ask-kinds.ts'
import { useText } from '#shared/texts/common.ts'
import { drillsTexts } from './texts.ts'
import './drills.css'

type Props = { readonly workspaceId: string; readonly onClose: () => void }

const MOST_TITLE = 200

/** Sends a drill to some of the other approvers. */
export const SendDrillDialog = ({ workspaceId, onClose }: Props) => {
  const { form: text } = drillsTexts.use()
  const kinds = askKinds.use()
  const common = useText()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const schema = useMemo(
    () => z.object({ kind: z.enum(ASK_KINDS), title: lineRule(common.invalid, MOST_TITLE) }),
    [common],
  )
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { kind: 'payment' as AskKind, title: '' },
    mode: 'onTouched',
  })
  const { errors, isValid } = form.formState
  const command = useCommand(sendDrill, {
    onSuccess({ asked }) {
      const left = chosen.size - asked
      showToast({ message: text.sent(asked) + (left > 0 ? text.left(left) : ''), severity: 'success' })
      onClose()
    },
  })
  const isTooMany = chosen.size > MOST_DRILLED
  const missing = isTooMany ? text.most(MOST_DRILLED) : isValid && chosen.size > 0 ? '' : text.missing
  const submit = form.handleSubmit(({ kind, title }) => {
    if (command.isPending || missing) return
    command.mutate({ params: { workspaceId }, body: { asks: { kind }, title, participantIds: [...chosen] } })
  })
  return (
    <FormDialog
      title={text.title}
      missing={missing}
      submit={text.submit}
      isPending={command.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text.from}</p>
      <FormTextField
        className="whole-row"
        label={text.kind}
        select
        slotProps={{ select: { native: true } }}
        field={form.register('kind')}
      >
        {ASK_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {kinds[kind]}
          </option>
        ))}
      </FormTextField>
      <FormTextField
        className="whole-row"
        label={text.sentence}
        hint={text.sentenceHint}
        placeholder={text.example}
        required
        autoComplete="off"
        error={errors.title?.message}
        field={form.register('title')}
      />
      <Who workspaceId={workspaceId} chosen={chosen} onChosen={setChosen} />
      {command.error && <ErrorNotice error={command.error} lead={text.error} />}
    </FormDialog>
  )
}

type WhoProps = Pick<Props, 'workspaceId'> & {
  readonly chosen: ReadonlySet<string>
  readonly onChosen: (ids: ReadonlySet<string>) => void
}

const Who = ({ workspaceId, chosen, onChosen }: WhoProps) => {
  const { form: text } = drillsTexts.use()
  const user = useQuery(endpointQuery(currentUser))
  const query = useInfiniteQuery(
    endpointPages(workspaceParticipants, {
      params: { id: workspaceId },
      query: { approver: true, active: true, invite: 'accepted', sort: 'email', limit: 100 },
    }),
  )
  const people =
    user.data &&
    query.data?.pages
      .flatMap(({ reply }) => reply)
      .map(({ participant }) => participant)
      .filter(({ userId }) => userId !== user.data.id)
  const areAll = people !== undefined && people.length > 0 && people.every(({ id }) => chosen.has(id))
  const toggle = (id: string) => {
    const others = [...chosen].filter((one) => one !== id)
    onChosen(new Set(chosen.has(id) ? others : [...others, id]))
  }
  return (
    <fieldset className="drill-people whole-row">
      <legend>{text.who}</legend>
      <QueryStates query={query} label={text.who} />
      {people?.length === 0 && <p className="muted">{text.nobody}</p>}
      {people && people.length > 0 && (
        <div>
          <CheckBox
            isOn={areAll}
            onChange={() => onChosen(new Set(areAll ? [] : people.map(({ id }) => id)))}
            label={text.all}
          />
          {people.map((one) => (
            <CheckBox
              key={one.id}
              isOn={chosen.has(one.id)}
              onChange={() => toggle(one.id)}
              label={<PersonText of={one} erased={one.id} />}
            />
          ))}
          {query.hasNextPage && (
            <button type="button" className="button-link" onClick={() => void query.fetchNextPage()}>
              {text.more}
            </button>
          )}
        </div>
      )}
    </fieldset>
  )
}
