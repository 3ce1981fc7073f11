import './parts.css'

/** Two letters: the initials of the name, or of the part before the @; of a single word its first two. Empty for nobody. */
export const initialsOf = (email: string | null, name?: string | null): string => {
  const parts = (name ?? (email ?? '').split('@')[0]!).split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
  const [first = '', second] = name ? [parts[0], parts.length > 1 ? parts.at(-1) : undefined] : parts
  const letters = second ? [[...first][0], [...second][0]] : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}

type Props = {
  readonly email: string | null
  readonly name?: string | null | undefined
  /** The reader's own initials are filled, those of invited people are outlined. */
  readonly kind?: 'own' | 'other' | 'invited' | 'off'
  readonly size?: 's' | 'm' | 'l'
}

/** Decoration beside a visible person. */
export const Initials = ({ email, name, kind = 'other', size = 'm' }: Props) => (
  <span className={`initials initials-${kind} initials-${size}`} aria-hidden="true">
    {initialsOf(email, name)}
  </span>
)
