import { onPath } from './chromium.ts'
import { installed } from './installed.ts'

/**
 * The distribution's Firefox, by its path.
 *
 * @throws {Unavailable}
 */
export const provideFirefox = () =>
  onPath(installed('firefox-esr', 'firefox-esr', '--version')) ?? ''

/**
 * WebKitGTK's WebDriver, and a screen for its browser, which has none of its own.
 *
 * @throws {Unavailable}
 */
export const provideWebkit = () => ({
  driver: installed('WebKitWebDriver', 'webkit2gtk-driver', '--help'),
  screen: installed('xvfb-run', 'xvfb', '--help'),
})
