#!/usr/bin/env bash
# A caller sends its whole request and closes its sending half (`shutdown`, as `nc -N` and socat do), which HTTP allows:
# which proxies of Debian 12, as they come, still answer it?
#
# Versions: nginx 1.22.1, HAProxy 2.6.12, Caddy 2.6.2, lighttpd 1.4.69, Apache 2.4, Varnish 7.1.1, nghttpx 1.52, Squid 5.7;
# Node 20.20.2.
# Expected: nginx, Caddy and HAProxy with `abortonclose` take it for a caller that has left; the others answer.
# Seen: Caddy answers 200 without a body, which looks like a whole answer. nghttpx and Squid do not answer either, as
# nginx does not, nor HAProxy with `abortonclose`.
set -euo pipefail
folder=$(mktemp -d)
chmod 755 "$folder"
started=()
trap 'kill "${started[@]}" 2> /dev/null || true; wait 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
PATH="$PATH:/usr/sbin"
export HOME="$folder" XDG_DATA_HOME="$folder"
run() { "$@" > /dev/null 2>&1 & started+=("$!"); }

cat > ask.mjs <<'JS'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { createServer as createUpstream } from 'node:http'
import { readFileSync, writeFileSync } from 'node:fs'
if (process.argv[2] === 'ports') {
  const servers = Array.from({ length: 10 }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  writeFileSync('ports', servers.map((server) => server.address().port).join(' '))
  process.exit()
}
const [own, ...ports] = readFileSync('ports', 'utf8').split(' ').map(Number)
createUpstream((request, response) => {
  request.resume()
  setTimeout(() => response.end('answer'), 1_000)
}).listen(own, '127.0.0.1')
const ask = (port, closesHalf) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let text = ''
    const end = () => resolve(/\banswer\b/.test(text) ? 'answers' : /^HTTP\/1.1 200/.test(text) ? 'an empty 200' : 'nothing')
    const timer = setTimeout(() => socket.destroy(), 8_000)
    socket.on('data', (data) => { text += data; if (text.includes('answer')) socket.destroy() })
    socket.on('end', () => socket.destroy()).on('error', () => {})
    socket.on('close', () => { clearTimeout(timer); end() })
    const request = 'POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'
    closesHalf ? socket.end(request) : socket.write(request)
  })
const names = ['nginx', 'haproxy', 'haproxy abortonclose', 'caddy', 'lighttpd', 'apache', 'varnish', 'nghttpx', 'squid']
const said = []
for (const [at, name] of names.entries()) {
  for (let tries = 0; tries < 20 && (await ask(ports[at], false)) !== 'answers'; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  said.push(`${name}: ${await ask(ports[at], true)}`)
}
console.log(said.join('\n'))
process.exit()
JS
node ask.mjs ports
read -r up ng ha hb ca li ap va nh sq < <(cat ports; echo)
temp() { for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $folder/$kind;"; done; }
cat > nginx.conf <<CONF
daemon off; pid $folder/nginx.pid; error_log /dev/null; events {}
http { access_log off; $(temp) server { listen 127.0.0.1:$ng; location / { proxy_pass http://127.0.0.1:$up; } } }
CONF
run nginx -e /dev/null -c "$folder/nginx.conf"
haproxy_conf() {
  printf 'defaults\n mode http\n %s\n timeout connect 5s\n timeout client 30s\n timeout server 30s\n' "$2"
  printf 'frontend f\n bind 127.0.0.1:%s\n default_backend b\nbackend b\n server s 127.0.0.1:%s\n' "$1" "$up"
}
haproxy_conf "$ha" '' > one.cfg; run haproxy -db -f one.cfg
haproxy_conf "$hb" 'option abortonclose' > two.cfg; run haproxy -db -f two.cfg
printf '{\n admin off\n}\nhttp://127.0.0.1:%s {\n reverse_proxy 127.0.0.1:%s\n}\n' "$ca" "$up" > Caddyfile
run caddy run --adapter caddyfile --config Caddyfile
cat > lighttpd.conf <<CONF
server.modules += ("mod_proxy")
server.document-root = "$folder"
server.bind = "127.0.0.1"
server.port = $li
proxy.server = ( "" => (( "host" => "127.0.0.1", "port" => $up )) )
CONF
run lighttpd -D -f lighttpd.conf
{ for module in mpm_event authz_core proxy proxy_http; do
    echo "LoadModule ${module}_module /usr/lib/apache2/modules/mod_$module.so"; done
  printf 'ServerName a\nPidFile %s/apache.pid\nDefaultRuntimeDir %s\nErrorLog /dev/null\n' "$folder" "$folder"
  printf 'User www-data\nGroup www-data\nListen 127.0.0.1:%s\nProxyPass / http://127.0.0.1:%s/\n' "$ap" "$up"
} > apache.conf
run apache2 -X -f "$folder/apache.conf"
printf 'vcl 4.1;\nbackend default { .host = "127.0.0.1"; .port = "%s"; }\n' "$up" > own.vcl
run varnishd -F -a "127.0.0.1:$va" -f "$folder/own.vcl" -n "$folder/varnish"
printf 'frontend=127.0.0.1,%s;no-tls\nbackend=127.0.0.1,%s\n' "$nh" "$up" > nghttpx.conf
run nghttpx --conf="$folder/nghttpx.conf"
cat > squid.conf <<CONF
http_port 127.0.0.1:$sq accel vhost
cache_peer 127.0.0.1 parent $up 0 no-query originserver
http_access allow all
pid_filename none
access_log none
cache_log /dev/null
coredump_dir $folder
CONF
run squid -N -f "$folder/squid.conf"

dpkg-query -W nginx haproxy caddy lighttpd apache2 varnish nghttp2-proxy squid | tr '\t\n' ' ;'; echo
node ask.mjs > said
cat said
diff said - <<'SEEN'
nginx: nothing
haproxy: answers
haproxy abortonclose: nothing
caddy: an empty 200
lighttpd: answers
apache: answers
varnish: answers
nghttpx: nothing
squid: nothing
SEEN
