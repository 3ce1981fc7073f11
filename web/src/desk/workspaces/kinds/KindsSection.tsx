import { useState, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { MAX_KINDS, type Kind } from '#contract/requests/kinds.ts'
import { kindList } from '#contract/requests/writing-kinds.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { shownOf } from '#shared/api/read-models.ts'
import { usePendingChanges } from '#shared/changes/waiting-changes.ts'
import { WaitsTag } from '#shared/changes/WaitsNotice.tsx'
import { useDraft } from '#shared/forms/use-draft.ts'
import { Tag } from '#shared/parts/Tag.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { useText } from '#shared/texts/common.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { RuleSentences } from '../rules/RuleSentences.tsx'
import { RuleTester } from '../rule-trials/RuleTester.tsx'
import { testerTexts } from '../rule-trials/tester-texts.ts'
import { useCompany, type Named } from '../rules/use-company.ts'
import { draftName } from './draft-name.ts'
import { KindForm } from './KindForm.tsx'
import { draftOfKind, emptyKind, withRules, type KindDraft } from './kind-draft.ts'
import { kindsSectionTexts } from './kinds-section-texts.ts'
import './kinds-section.css'

type Props = {
  readonly workspaceId: string
  /** While people are protected, a second admin decides each change. */
  readonly isProtected: boolean
}

/** The kinds of request of a workspace with their rules, and the form for them. */
export const KindsSection = ({ workspaceId, isProtected }: Props) => {
  const kept = useDraft(draftName(workspaceId)) as KindDraft | null
  const [open, setOpen] = useState(kept)
  const common = useText()
  const language = useLanguage()
  const named = useCompany(workspaceId)
  const query = useQuery(endpointQuery(kindList, { params: { workspaceId } }))
  const kinds = shownOf(query)
  if (!kinds) return <QueryStates query={query} label={common.loading} />
  if (!open) return <KindRows {...{ workspaceId, isProtected, kinds, named }} onOpen={setOpen} />
  const stored = kinds.find(({ id }) => id === open.id)
  return (
    <KindForm
      workspaceId={workspaceId}
      first={withRules(open, stored, language)}
      stored={stored}
      named={named}
      onClose={() => setOpen(null)}
    />
  )
}

type RowsProps = Props & {
  readonly kinds: readonly Kind[]
  readonly named: Named
  readonly onOpen: (draft: KindDraft) => void
}

const KindRows = ({ workspaceId, isProtected, kinds, named, onOpen }: RowsProps) => {
  const language = useLanguage()
  const text = kindsSectionTexts.use()
  const tester = testerTexts.use()
  const [isTrying, setTrying] = useState(false)
  const isFull = kinds.filter(({ builtIn }) => builtIn === null).length >= MAX_KINDS
  return (
    <div className="stack">
      <p>{text.text}</p>
      {isProtected && <p>{text.protected}</p>}
      <ul className="kinds">
        {kinds.map((kind) => (
          <KindRow
            key={kind.id}
            kind={kind}
            named={named}
            waiting={isProtected && <Waiting workspaceId={workspaceId} kindId={kind.id} />}
            onOpen={() => onOpen(draftOfKind(kind, language))}
          />
        ))}
      </ul>
      <div className="form-foot">
        <Button variant="outlined" aria-disabled={isFull} onClick={() => isFull || onOpen(emptyKind())}>
          {text.add}
        </Button>
        {isFull && <span>{text.full}</span>}
      </div>
      <details className="rule-test" onToggle={({ currentTarget }) => currentTarget.open && setTrying(true)}>
        <summary>{tester.title}</summary>
        {isTrying && <RuleTester workspaceId={workspaceId} kinds={kinds} named={named} />}
      </details>
    </div>
  )
}

type RowProps = Pick<RowsProps, 'named'> & {
  readonly kind: Kind
  /** Marks a change of it that waits. */
  readonly waiting: ReactNode
  readonly onOpen: () => void
}

const KindRow = ({ kind, named, waiting, onOpen }: RowProps) => {
  const text = kindsSectionTexts.use()
  const language = useLanguage()
  const { name, builtIn, version, fields } = kind
  return (
    <li>
      <div>
        <h3>
          <UserText>{name[language]}</UserText>
        </h3>
        <p className="meta">
          {fields.length === 0 && text.noFields}
          {fields.map((field, place) => (
            <span key={field.name}>
              {place > 0 && ', '}
              <UserText>{field.label[language]}</UserText>
              {field.required && ` (${text.required})`}
            </span>
          ))}
        </p>
        <RuleSentences kind={kind} named={named} />
      </div>
      <span className="kind-acts">
        {waiting}
        {builtIn === null ? (
          <span className="meta numbers">{text.version(version)}</span>
        ) : (
          <Tag>{text.builtIn}</Tag>
        )}
        <Button variant="outlined" aria-label={text.changeOf(name[language])} onClick={onOpen}>
          {text.change}
        </Button>
      </span>
    </li>
  )
}

const Waiting = ({ workspaceId, kindId }: Pick<Props, 'workspaceId'> & { readonly kindId: string }) => {
  const change = usePendingChanges(workspaceId).data?.find(({ target }) => target.id === kindId)
  return change ? <WaitsTag change={change} /> : null
}
