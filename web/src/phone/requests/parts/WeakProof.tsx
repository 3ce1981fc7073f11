import type { Request } from '#contract/requests/requests.ts'
import { CallIcon } from '#shared/parts/icons.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { whoCalledTexts } from './who-called-texts.ts'

type Props = {
  readonly weak: NonNullable<Request['weak']>
  /** Whether the reader asked, and so may act on the answer. */
  readonly mayAct: boolean
  /** Where the reader can call back; undefined without a number that counts. */
  readonly callBackNumber: string | undefined
  /** The path of the form for a new check of the same person; undefined where nobody is known. */
  readonly again: string | undefined
}

/** Says to call back, on the number on file if one counts. */
export const CallBackLine = ({ number }: { readonly number: string | undefined }) => {
  const { weak: words } = whoCalledTexts.use()
  return (
    <>
      <p>
        <strong>{number === undefined ? words.callBack : words.callBackFirst}</strong>
      </p>
      {number !== undefined && (
        <a className="button button-call" href={`tel:${number}`}>
          <CallIcon />
          {words.call(number)}
        </a>
      )}
    </>
  )
}

/** What a confirmed call check does not prove, and what to do about it. */
export const WeakProof = ({ weak, mayAct, callBackNumber, again }: Props) => {
  const { weak: words } = whoCalledTexts.use()
  if (weak.length === 0) return null
  const mustCallBack = mayAct && weak.includes('not-called-back')
  return (
    <div className="notice warning">
      {mustCallBack && <CallBackLine number={callBackNumber} />}
      {mustCallBack && again && callBackNumber !== undefined && (
        <Link className="button button-outlined" to={again}>
          {words.again}
        </Link>
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
