import type { FastifyInstance } from 'fastify'

/** What no page of ours uses. Passkeys and the clipboard stay available to the page itself. */
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const POLICY = UNUSED.map((feature) => `${feature}=()`).join(', ')

/** Denies every HTML document the features that no page uses, so that a script that got in cannot ask for them. */
export const denyPermissions = (app: FastifyInstance): void => {
  app.addHook('onSend', async (_request, reply) => {
    if (String(reply.getHeader('Content-Type')).startsWith('text/html'))
      reply.header('Permissions-Policy', POLICY)
  })
}
