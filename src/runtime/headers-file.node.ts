import { headersFile } from '../routes/page-headers.ts'

process.stdout.write(headersFile())
