import { useQuery } from '@tanstack/react-query'
import { requestDetails, type Request } from '#contract/requests/requests.ts'
import { endpointQuery } from '../api/api.ts'
import { isApiError } from '../api-error.ts'
import { UserText } from '../parts/UserText.tsx'
import { useLanguage } from '../texts/language.ts'
import type { OtherProps } from './other-props.ts'
import { changesBetween, type RequestChange } from './request-changes.ts'
import { replacingTexts } from './replacing-texts.ts'
import '../kinds/kinds.css'
import './replacing.css'

/** The lazy part of `OtherRequests`. */
export const OtherFacts = ({ request, link }: OtherProps) => {
  const { replaces, replacedBy } = request
  return (
    <>
      {replacedBy && <Later id={replacedBy.id} link={link} />}
      {replaces && <Earlier id={replaces.id} request={request} link={link} />}
    </>
  )
}

/** Not everybody who sees the one request sees the other. */
const useOther = (id: string) => {
  const { data, error } = useQuery(endpointQuery(requestDetails, { params: { id } }))
  return { data, isUnseen: isApiError(error, 'request.not-found') }
}

type Props = Pick<OtherProps, 'link'> & { readonly id: string }

const Later = ({ id, link }: Props) => {
  const text = replacingTexts.use()
  const { data, isUnseen } = useOther(id)
  if (isUnseen) return <p className="notice info">{text.unseenLater}</p>
  return (
    <p className="notice info">
      {text.replacedBy} <Linked id={id} request={data} link={link} />
    </p>
  )
}

const Linked = ({ id, request, link }: Props & { readonly request: Request | undefined }) => {
  const text = replacingTexts.use()
  if (!request) return link(id, text.show)
  return link(id, <UserText>{request.title ?? text.erasedText}</UserText>)
}

const Earlier = ({ id, request, link }: Props & Pick<OtherProps, 'request'>) => {
  const text = replacingTexts.use()
  const language = useLanguage()
  const { data, isUnseen } = useOther(id)
  return (
    <section className="notice info other-request">
      <p>
        {isUnseen ? (
          text.unseen
        ) : (
          <>
            {text.replaces} <Linked id={id} request={data} link={link} />
          </>
        )}
      </p>
      <p>{text.anew}</p>
      {data && <Changes of={changesBetween(data, request, { ...text, language })} />}
    </section>
  )
}

const Changes = ({ of: changes }: { readonly of: readonly RequestChange[] }) => {
  const text = replacingTexts.use()
  if (changes.length === 0) return <p>{text.same}</p>
  return (
    <dl className="filled-fields" aria-label={text.changed}>
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>
            <UserText>{name}</UserText>
          </dt>
          <dd>
            <bdi className="filled-text">{after ?? text.none}</bdi>
            <span className="filled-label">
              {text.was} <bdi className="filled-text">{before ?? text.none}</bdi>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
