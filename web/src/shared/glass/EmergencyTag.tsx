import { AlertIcon } from '../parts/icons.tsx'
import { Tag } from '../parts/Tag.tsx'
import { glassWords } from './glass-words.ts'

/** Stands where another request says “approved”. */
export const EmergencyTag = () => (
  <Tag tone="danger" icon={<AlertIcon />}>
    {glassWords.use().mark}
  </Tag>
)
