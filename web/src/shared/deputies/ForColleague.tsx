import { personWords, type NamedPerson } from '../parts/PersonText.tsx'
import { UserText } from '../parts/UserText.tsx'
import { deputyTexts } from './deputy-texts.ts'

type Props = {
  /** Who is away; undefined if nobody stands in for anybody. */
  readonly of: NamedPerson | undefined
  /** Whether the reader would decide, or somebody has decided. */
  readonly says: 'youDecide' | 'decided'
  /** Within other words, and not a paragraph. */
  readonly isInline?: boolean
  readonly className?: string
}

/** For which colleague a deputy decides. */
export const ForColleague = ({ of, says, isInline, className }: Props) => {
  const text = deputyTexts.use()
  if (!of) return null
  const Part = isInline ? 'span' : 'p'
  return (
    <Part className={className}>
      <UserText>{text[says](personWords(of, text.erased))}</UserText>
    </Part>
  )
}
