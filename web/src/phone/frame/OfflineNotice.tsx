import { frameTexts } from './frame-texts.ts'
import { useOnline } from './use-online.ts'

/** Says that there is no network, as soon as there is none. */
export const OfflineNotice = () => {
  const text = frameTexts.use()
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <div className="notice warning">
          <p>
            <strong>{text.offlineTitle}.</strong> {text.offline}
          </p>
        </div>
      )}
    </div>
  )
}
