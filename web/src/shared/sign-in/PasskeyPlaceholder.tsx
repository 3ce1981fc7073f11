/** As much room as the button takes that comes there, so that nothing moves under a finger. */
export const PasskeyPlaceholder = () =>
  'PublicKeyCredential' in window ? (
    <span className="button" aria-hidden style={{ visibility: 'hidden' }} />
  ) : null
