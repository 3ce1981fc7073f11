import type { Request } from '#contract/requests/requests.ts'
import { whoCalledTexts } from './who-called-texts.ts'

type Props = {
  readonly weak: NonNullable<Request['weak']>
  /** Whether the reader asked, and so may act on the answer. */
  readonly mayAct: boolean
}

/** What a confirmed call check does not prove, and what to do about it. */
export const WeakProof = ({ weak, mayAct }: Props) => {
  const { weak: words } = whoCalledTexts.use()
  if (weak.length === 0) return null
  return (
    <div className="notice warning">
      {mayAct && weak.includes('not-called-back') && (
        <p>
          <strong>{words.callBack}</strong>
        </p>
      )}
      <p>{words.title}</p>
      <ul>
        {weak.map((reason) => (
          <li key={reason}>{words[reason]}</li>
        ))}
      </ul>
    </div>
  )
}
