import type { Request } from '#contract/requests/requests.ts'
import { whoCalledTexts } from '../call-check/who-called-texts.ts'

/** What a confirmed call check does not prove. */
export const WeakProof = ({ weak }: { readonly weak: NonNullable<Request['weak']> }) => {
  const { weak: words } = whoCalledTexts.use()
  if (weak.length === 0) return null
  return (
    <div className="notice warning">
      <p>
        <strong>{words.title}</strong>
      </p>
      <ul>
        {weak.map((reason) => (
          <li key={reason}>{words[reason]}</li>
        ))}
      </ul>
    </div>
  )
}
