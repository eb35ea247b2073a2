// `npm run build`: builds the web app, after installing the packages for it.
import { build, fail } from './setup.mjs'

build().catch(fail)
