import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { bodyOf } from '../server/area.ts';
import { Refusal } from '../server/refusal.ts';
import { send } from '../server/reply.ts';
import { gitEnvironment } from './git.ts';
import { gitProgram } from './git-program.ts';

const requestLimit = 16 * 1024 * 1024;
const inflatedLimit = 64 * 1024 * 1024;

/** The protocol version that a client asks for. Any other text in the header does not reach git. */
function protocol(request: IncomingMessage): Record<string, string> {
	const asked = String(request.headers['git-protocol'] ?? '');
	return /^[a-z0-9=:_-]{1,100}$/.test(asked) ? { GIT_PROTOCOL: asked } : {};
}

/** Runs `git upload-pack` and sends its output as the answer. */
async function uploadPack(
	{ folder, input, before = '', options = [] }: Exchange,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const child = spawn(
		gitProgram(),
		['upload-pack', '--strict', '--stateless-rpc', ...options, '--', folder],
		{
			cwd: folder,
			env: { ...gitEnvironment(), ...protocol(request) },
			stdio: ['pipe', 'pipe', 'ignore'],
			windowsHide: true,
		},
	);
	child.on('error', () => response.destroy());
	// If the client disconnects, stop git. Errors of git or of the answer do not matter then.
	response.on('close', () => child.kill());
	child.stdin.on('error', () => {});
	child.stdin.end(input);
	response.write(before);
	await pipeline(child.stdout, response).catch(() => {});
}

interface Exchange {
	readonly folder: string;
	readonly input: Uint8Array;
	/** Text that precedes git's output. */
	readonly before?: string;
	/** Additional options of git. */
	readonly options?: readonly string[];
}

async function inputOf(request: IncomingMessage): Promise<Buffer> {
	const body = await bodyOf(request, requestLimit);
	const encoding = request.headers['content-encoding'] ?? 'identity';
	if (encoding === 'identity') return body;
	if (!/^(?:x-)?gzip$/.test(encoding)) throw new Refusal(415, 'The Content-Encoding must be gzip.');
	return promisify(gunzip)(body, { maxOutputLength: inflatedLimit }).catch(() => {
		throw new Refusal(400, 'The body is not valid gzip data.');
	});
}

function refusePush(response: ServerResponse): void {
	send(response, {
		status: 403,
		headers: { 'Content-Type': 'text/plain; charset=utf-8' },
		body: 'Pushing over HTTP is not possible here.\n',
	});
}

/** Git's smart protocol over HTTP, read-only. Returns false if the request is not part of it. */
export async function serveClone(
	folder: string,
	rest: string,
	request: IncomingMessage,
	response: ServerResponse,
	query: URLSearchParams,
): Promise<boolean> {
	const service = rest === 'info/refs' ? query.get('service') : rest;
	if (service === 'git-receive-pack' || (rest === 'info/refs' && service !== 'git-upload-pack')) {
		refusePush(response);
		return true;
	}
	if (rest !== 'info/refs' && rest !== 'git-upload-pack') return false;
	const headers = { 'Cache-Control': 'no-cache' };
	if (rest === 'info/refs') {
		if (request.method !== 'GET') throw new Refusal(405, '405 method not allowed');
		response.writeHead(200, { ...headers, 'Content-Type': `application/x-${service}-advertisement` });
		const isVersion2 = /(?:^|:)version=2(?:$|:)/.test(protocol(request).GIT_PROTOCOL ?? '');
		const before = isVersion2 ? '' : `001e# service=${service}\n0000`;
		const input = new Uint8Array();
		await uploadPack({ folder, input, before, options: ['--advertise-refs'] }, request, response);
		return true;
	}
	if (request.method !== 'POST') throw new Refusal(405, '405 method not allowed');
	if (request.headers['content-type'] !== 'application/x-git-upload-pack-request') {
		throw new Refusal(415, 'The Content-Type must be application/x-git-upload-pack-request.');
	}
	const input = await inputOf(request);
	response.writeHead(200, { ...headers, 'Content-Type': 'application/x-git-upload-pack-result' });
	await uploadPack({ folder, input }, request, response);
	return true;
}
