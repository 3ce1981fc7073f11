import { overdueTexts } from '../late-texts.ts'

/** What it means that something is overdue. */
export const OverdueHint = () => <p className="muted">{overdueTexts.use().hint}</p>
