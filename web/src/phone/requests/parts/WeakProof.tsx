import type { Request } from '#contract/requests/requests.ts'
import { whoCalledTexts } from './who-called-texts.ts'

type Props = {
  readonly weak: NonNullable<Request['weak']>
  /** Whether the reader asked, and so may act on the answer. */
  readonly mayAct: boolean
  /** Where the reader can call back; undefined without a number that counts. */
  readonly callBackNumber: string | undefined
}

/** Says to call back, on the number on file if one counts. */
export const CallBackLine = ({ number }: { readonly number: string | undefined }) => {
  const { weak: words } = whoCalledTexts.use()
  return (
    <p>
      <strong>
        {number === undefined ? (
          words.callBack
        ) : (
          <>
            {words.callBackAt} <a href={`tel:${number}`}>{number}</a>
          </>
        )}
      </strong>
    </p>
  )
}

/** What a confirmed call check does not prove, and what to do about it. */
export const WeakProof = ({ weak, mayAct, callBackNumber }: Props) => {
  const { weak: words } = whoCalledTexts.use()
  if (weak.length === 0) return null
  return (
    <div className="notice warning">
      {mayAct && weak.includes('not-called-back') && <CallBackLine number={callBackNumber} />}
      <p>{words.title}</p>
      <ul>
        {weak.map((reason) => (
          <li key={reason}>{words[reason]}</li>
        ))}
      </ul>
    </div>
  )
}
