import { UserText } from '#shared/parts/UserText.tsx'
import { replacedTexts } from './replaced-texts.ts'

/** The request in whose place another one is asked. */
export type Replaced = {
  readonly id: string
  readonly title: string | null
  readonly isWaiting: boolean
  /** Names of its files, null once they are erased. They belong to it alone. */
  readonly files: readonly (string | null)[]
}

/** What happens to the earlier request, and what the new one does not take over. */
export const ReplacedNotice = ({ of: { title, isWaiting, files } }: { readonly of: Replaced }) => {
  const text = replacedTexts.use()
  const names = files.flatMap((name) => name ?? [])
  return (
    <div className="notice info">
      <p>
        {text.replaces} <UserText>{title ?? text.erased}</UserText>
      </p>
      <p>{isWaiting ? text.isWithdrawn : text.countsNot}</p>
      {files.length > 0 && (
        <p>
          {text.files} <UserText>{names.join(', ')}</UserText>
        </p>
      )}
    </div>
  )
}
