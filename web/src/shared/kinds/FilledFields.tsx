import { Fragment, type ReactNode } from 'react'
import type { UploadedFile } from '#contract/requests/files.ts'
import { FileLines, FileList } from '../files/FileList.tsx'
import { PersonText } from '../parts/PersonText.tsx'
import { UserText } from '../parts/UserText.tsx'
import { useLanguage } from '../texts/language.ts'
import { fileIn, valueWords, type ChangedIban, type FilledField, type OfKind } from './filled-field.ts'
import { filledTexts } from './filled-texts.ts'
import { ibanGroups } from './iban-groups.ts'
import './kinds.css'

type Props = {
  readonly request: OfKind
  /** Formats the time of the approval of before. */
  readonly timeOf: (iso: string) => string
}

/** The fields of a request, each in full. A signature covers all of them. */
export const FilledFields = ({ request: { fields = [], files, changedIban }, timeOf }: Props) => {
  const text = filledTexts.use()
  const language = useLanguage()
  if (fields.length === 0) return null
  return (
    <dl className="filled-fields" aria-label={text.title}>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>
            <UserText>{field.label[language]}</UserText>
          </dt>
          <dd className={typeof field.value === 'string' ? undefined : 'filled-amount'}>
            {field.type === 'file' ? <FileOf file={fileIn(field, files)} /> : <ValueText field={field} />}
            {changedIban?.field === field.name && <ChangedIbanNotice changed={changedIban} timeOf={timeOf} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** As `FilledFields` in one line each, for where nothing can be pressed. */
export const FilledLines = ({ request: { fields = [], files, changedIban }, timeOf }: Props) => {
  const text = filledTexts.use()
  const language = useLanguage()
  return fields.map((field) => (
    <span key={field.name} className="filled-line">
      <span className="filled-label">
        <UserText>{field.label[language]}</UserText>
      </span>{' '}
      {field.type === 'file' ? (
        <FileLines files={[fileIn(field, files) ?? []].flat()} />
      ) : (
        <ValueText field={field} />
      )}
      {changedIban?.field === field.name && (
        <span className="filled-warning">
          <strong>{text.changed}.</strong> {text.before(timeOf(changedIban.approvedAt))}{' '}
          <IbanText>{changedIban.before}</IbanText>. {text.advice}
        </span>
      )}
    </span>
  ))
}

const FileOf = ({ file }: { readonly file: UploadedFile | undefined }) => {
  const text = filledTexts.use()
  return file ? <FileList files={[file]} /> : text.noFile
}

const ValueText = ({ field }: { readonly field: FilledField }): ReactNode => {
  const text = filledTexts.use()
  const language = useLanguage()
  const { type, value, person } = field
  if (type === 'person') return <PersonText of={person ?? { email: null }} erased={text.erased} />
  if (type === 'iban' && typeof value === 'string') return <IbanText>{value}</IbanText>
  return <bdi className="filled-text numbers">{valueWords(field, language)}</bdi>
}

/** Groups of four that no space separates, so that a copy has none. */
const IbanText = ({ children: plain }: { readonly children: string }) => (
  <bdi className="iban numbers" dir="ltr">
    {ibanGroups(plain).map((group, place) => (
      <Fragment key={place}>
        {place > 0 && <wbr />}
        <span>{group}</span>
      </Fragment>
    ))}
  </bdi>
)

type ChangedProps = { readonly changed: ChangedIban; readonly timeOf: Props['timeOf'] }

const ChangedIbanNotice = ({ changed: { before, approvedAt }, timeOf }: ChangedProps) => {
  const text = filledTexts.use()
  return (
    <div className="notice warning">
      <p>
        <strong>{text.changed}</strong>
      </p>
      <p>
        {text.before(timeOf(approvedAt))} <IbanText>{before}</IbanText>
      </p>
      <p>{text.advice}</p>
    </div>
  )
}
