/** Marks the position in the surrounding text. User text cannot contain it: the server removes it. */
const PLACE = '\uFFFC'

type Props = {
  /** Typed by a user. */
  readonly children: string
  /** Builds the surrounding text, if there is any. */
  readonly words?: (typed: string) => string
}

/** Isolates the text direction of user text, so that it does not reorder the text beside it. */
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
