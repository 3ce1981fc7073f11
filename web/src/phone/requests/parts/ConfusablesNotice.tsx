import { UserText } from '#shared/parts/UserText.tsx'
import { findConfusables } from './confusables.ts'
import { requestTexts } from './request-texts.ts'

const MOST = 5

/** Says calmly which words of what is about to be signed may be taken for others. Nothing where all is ordinary. */
export const ConfusablesNotice = ({ texts }: { readonly texts: readonly (string | null)[] }) => {
  const { odd: text } = requestTexts.use()
  const odd = texts.flatMap((one) => findConfusables(one ?? ''))
  if (odd.length === 0) return null
  return (
    <div className="notice info" role="note" aria-label={text.title}>
      <p>
        <strong>{text.title}</strong>
      </p>
      <ul>
        {odd.slice(0, MOST).map(({ word, why }) => (
          <li key={`${why} ${word}`}>
            <UserText words={text[why]}>{word}</UserText>
          </li>
        ))}
      </ul>
      <p>{text.advice}</p>
    </div>
  )
}
