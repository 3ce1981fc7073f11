import type { ReactNode } from 'react'
import './parts.css'

export type Tone = 'neutral' | 'selected' | 'good' | 'warning' | 'danger' | 'info'

/** A short status. A warning needs an `icon`, because colour alone is not enough. */
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
