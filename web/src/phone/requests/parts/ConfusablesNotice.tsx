import { UserText } from '#shared/parts/UserText.tsx'
import { findConfusables } from './confusables.ts'
import { requestTexts } from './request-texts.ts'

const MOST = 5

/** Lists words that look like other words, before they are signed. */
export const ConfusablesNotice = ({ texts }: { readonly texts: readonly (string | null)[] }) => {
  const { confusables: text } = requestTexts.use()
  const found = texts.flatMap((each) => findConfusables(each ?? ''))
  if (found.length === 0) return null
  return (
    <div className="notice info" role="note" aria-label={text.title}>
      <p>
        <strong>{text.title}</strong>
      </p>
      <ul>
        {found.slice(0, MOST).map(({ word, why }) => (
          <li key={`${why} ${word}`}>
            <UserText words={text[why]}>{word}</UserText>
          </li>
        ))}
      </ul>
      <p>{text.advice}</p>
    </div>
  )
}
