import type { MouseEvent, ReactNode } from 'react'
import Button, { type ButtonProps } from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { CrossIcon } from '../parts/icons.tsx'
import { useLanguage } from '../texts/language.ts'
import { exportTexts } from './texts.ts'
import './export.css'

type Props = Omit<ButtonProps, 'onClick'> & {
  /** Of the running export so far; null: none is running. */
  readonly bytes: number | null
  readonly onClick: (event: MouseEvent<HTMLElement>) => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** Starts an export. While one is running it says how far, and can be cancelled. */
export const ExportButton = ({ bytes, onClick, onCancel, children, ...button }: Props) => {
  const text = exportTexts.use()
  const language = useLanguage()
  const isRunning = bytes !== null
  return (
    <div className="export">
      <Button
        variant="outlined"
        {...button}
        aria-label={isRunning ? undefined : button['aria-label']}
        aria-disabled={isRunning}
        onClick={(event) => isRunning || onClick(event)}
      >
        {isRunning ? text.running(sizeOf(bytes, language)) : children}
      </Button>
      {isRunning && (
        <IconButton aria-label={text.cancel} onClick={onCancel}>
          <CrossIcon />
        </IconButton>
      )}
    </div>
  )
}

const sizeOf = (bytes: number, language: string): string => {
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${Math.round(amount).toLocaleString(language)} ${unit}`
}
