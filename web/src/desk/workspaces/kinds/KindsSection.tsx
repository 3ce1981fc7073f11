import { useState } from 'react'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { MAX_KINDS, type Kind } from '#contract/requests/kinds.ts'
import { kindList } from '#contract/requests/writing-kinds.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { shownOf } from '#shared/api/read-models.ts'
import { useDraft } from '#shared/forms/use-draft.ts'
import { Tag } from '#shared/parts/Tag.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { useText } from '#shared/texts/common.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { draftName } from './draft-name.ts'
import { KindForm } from './KindForm.tsx'
import { draftOfKind, emptyKind, type KindDraft } from './kind-draft.ts'
import { kindsSectionTexts } from './kinds-section-texts.ts'
import './kinds-section.css'

type Props = {
  readonly workspaceId: string
  /** While people are protected, kinds stay as they are. */
  readonly isProtected: boolean
}

/** The kinds of request of a workspace, and the form for its own ones. */
export const KindsSection = ({ workspaceId, isProtected }: Props) => {
  const kept = useDraft(draftName(workspaceId)) as KindDraft | null
  const [open, setOpen] = useState(kept)
  const common = useText()
  const query = useQuery(endpointQuery(kindList, { params: { workspaceId } }))
  const kinds = shownOf(query)
  if (!kinds) return <QueryStates query={query} label={common.loading} />
  if (!open) return <KindRows isProtected={isProtected} kinds={kinds} onOpen={setOpen} />
  return (
    <KindForm
      workspaceId={workspaceId}
      first={open}
      stored={kinds.find(({ id }) => id === open.id)}
      onClose={() => setOpen(null)}
    />
  )
}

type RowsProps = Pick<Props, 'isProtected'> & {
  readonly kinds: readonly Kind[]
  readonly onOpen: (draft: KindDraft) => void
}

const KindRows = ({ isProtected, kinds, onOpen }: RowsProps) => {
  const text = kindsSectionTexts.use()
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
            onOpen={kind.builtIn === null && !isProtected ? () => onOpen(draftOfKind(kind)) : undefined}
          />
        ))}
      </ul>
      {!isProtected && (
        <div className="form-foot">
          <Button variant="outlined" aria-disabled={isFull} onClick={() => isFull || onOpen(emptyKind())}>
            {text.add}
          </Button>
          {isFull && <span>{text.full}</span>}
        </div>
      )}
    </div>
  )
}

type RowProps = { readonly kind: Kind; readonly onOpen: (() => void) | undefined }

const KindRow = ({ kind, onOpen }: RowProps) => {
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
      </div>
      <span className="kind-acts">
        {builtIn === null ? (
          <span className="meta numbers">{text.version(version)}</span>
        ) : (
          <Tag>{text.builtIn}</Tag>
        )}
        {onOpen && (
          <Button variant="outlined" aria-label={text.changeOf(name[language])} onClick={onOpen}>
            {text.change}
          </Button>
        )}
      </span>
    </li>
  )
}
