import './parts.css'

/** Two letters: the initials of the name before the @, or its first two letters. Empty for null. */
export const initialsOf = (email: string | null): string => {
  const parts = (email ?? '')
    .split('@')[0]!
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const letters =
    parts.length > 1 ? parts.slice(0, 2).map((part) => [...part][0]) : [...(parts[0] ?? '')].slice(0, 2)
  return letters.join('').toUpperCase()
}

type Props = {
  readonly email: string | null
  /** The reader's own initials are filled, those of invited people are outlined. */
  readonly kind?: 'own' | 'other' | 'invited' | 'off'
  readonly size?: 's' | 'm' | 'l'
}

/** Decoration beside a visible address. */
export const Initials = ({ email, kind = 'other', size = 'm' }: Props) => (
  <span className={`initials initials-${kind} initials-${size}`} aria-hidden="true">
    {initialsOf(email)}
  </span>
)
