import type { ReactNode } from 'react'
import './parts.css'

export type Tone = 'neutral' | 'selected' | 'good' | 'warning' | 'danger' | 'info'

/** States something in a word; where it warns, `icon` gives it a shape beside its colour. */
export const Tag = ({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
}) => (
  <span className={`tag tag-${tone}`}>
    {icon}
    {children}
  </span>
)
