/** Where words that are ours hold it; no text can have it, the server drops it. */
const PLACE = '\uFFFC'

type Props = {
  /** What a person typed. */
  readonly children: string
  /** The words around it; without them it stands alone. */
  readonly words?: (typed: string) => string
}

/** What people typed, in a direction of its own, so that it turns nothing that stands beside it. */
export const UserText = ({ children, words }: Props) => {
  const [before = '', after = ''] = words ? words(PLACE).split(PLACE) : []
  return (
    <>
      {before}
      <bdi>{children}</bdi>
      {after}
    </>
  )
}
