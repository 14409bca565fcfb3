#!/usr/bin/env bash
# @stoplight/spectral-cli 6.16.3 and @apidevtools/swagger-cli 4.0.4 on an OpenAPI 3.1 document whose operation
# requires an API key with a role, `security: [{ key: [full] }]`.
#
# Expected: both are silent. From 3.1 on, "for other security scheme types, the array MAY contain a list of role
# names which are required for the execution, but are not otherwise defined or exchanged in-band".
# Seen: Spectral's `spectral:oas` warns that the role "must be listed among scopes". A scheme of type apiKey has no
# field for scopes, so that no document with roles can silence it.
#
#   swagger-cli: openapi.yaml is valid
#   spectral: oas3-operation-security-defined "full" must be listed among scopes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @stoplight/spectral-cli@6.16.3 @apidevtools/swagger-cli@4.0.4
echo 'extends: ["spectral:oas"]' > .spectral.yaml
cat > openapi.yaml <<'YAML'
openapi: 3.1.1
info: { title: Launches, version: '1', description: Ranks launches., contact: { name: A } }
servers: [{ url: 'https://launches.example' }]
tags: [{ name: launches }]
paths:
  /launches:
    get:
      operationId: launches
      description: Lists launches.
      tags: [launches]
      security: [{ key: [full] }]
      responses: { '200': { description: The launches. } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: apikey }
YAML

{
  echo "swagger-cli: $(npx swagger-cli validate openapi.yaml 2>&1)"
  npx spectral lint --format json openapi.yaml 2> /dev/null |
    node -e "for (const { code, message } of JSON.parse(require('fs').readFileSync(0))) console.log('spectral: ' + code + ' ' + message)"
} > seen || true
cat seen
diff seen - <<'SEEN'
swagger-cli: openapi.yaml is valid
spectral: oas3-operation-security-defined "full" must be listed among scopes.
SEEN
