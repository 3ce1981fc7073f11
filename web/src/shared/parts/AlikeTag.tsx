import { alikeTexts } from './alike-texts.ts'
import { AlertIcon } from './icons.tsx'
import { Tag } from './Tag.tsx'

type Named = { readonly name?: string | null | undefined; readonly alike?: boolean | undefined }

/** Marks a person whose name looks like that of another one of the workspace. */
export const AlikeTag = ({ of: { name, alike } }: { readonly of: Named }) => {
  const text = alikeTexts.use()
  if (!alike || !name) return null
  return (
    <Tag tone="warning" icon={<AlertIcon />}>
      {text.tag}
    </Tag>
  )
}

/** Says the same in a sentence, where there is room. */
export const AlikeNotice = ({ of: { name, alike } }: { readonly of: Named }) => {
  const text = alikeTexts.use()
  if (!alike || !name) return null
  return (
    <div className="notice warning">
      <p>{text.whole(name)}</p>
    </div>
  )
}
