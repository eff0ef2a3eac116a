import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { IncomingAnswer, OutgoingRequest } from '../../../../src/forge/wire/transport.ts';
import { loadImage } from '../../../../src/platform/editor/load-image.ts';

/** Answers a request for an image, and records it. */
function serving(type: string | null, status = 200) {
	const asked: { readonly url: string; readonly request: OutgoingRequest }[] = [];
	const answer: IncomingAnswer = { status, bytes: Buffer.from([1, 2, 255]), header: () => type };
	return {
		asked,
		fetch: async (url: string, request: OutgoingRequest) => {
			asked.push({ url, request });
			return answer;
		},
	};
}

const refusal = (error: unknown) => (error instanceof ForgeError ? [error.kind, error.message] : error);
const outcome = (got: Promise<string>) => got.catch(refusal);

describe('An image from the web', () => {
	for (const [type, start] of [
		['image/png', 'data:image/png;base64,'],
		['image/jpeg; charset=binary', 'data:image/jpeg;base64,'],
		['image/gif', 'data:image/gif;base64,'],
		['image/webp ', 'data:image/webp;base64,'],
		['image/avif', 'data:image/avif;base64,'],
		['Image/BMP', 'data:Image/BMP;base64,'],
	] as const) {
		it(`becomes a data address if it is served as ${JSON.stringify(type)}`, async () => {
			const { fetch } = serving(type);
			assert.equal(await loadImage(fetch, 'https://a.test/x.png'), `${start}AQL/`);
		});
	}

	for (const type of [
		'image/svg+xml',
		'image/pngx',
		'text/html',
		'text/html; image/png',
		'',
		null,
		'image/png+xml',
	]) {
		it(`is refused if it is served as ${JSON.stringify(type)}`, async () => {
			const { fetch } = serving(type);
			assert.deepEqual(await outcome(loadImage(fetch, 'https://a.test:8443/x')), [
				'refused',
				'The response from a.test:8443 is not an image that can be shown here.',
			]);
		});
	}

	for (const address of [
		'data:image/png;base64,AQL/',
		'file:///etc/passwd',
		'javascript:alert(1)',
		'x',
		'',
	]) {
		it(`is not requested from ${JSON.stringify(address)}`, async () => {
			const { fetch, asked } = serving('image/png');
			assert.deepEqual(await outcome(loadImage(fetch, address)), [
				'refused',
				'This image has no web address.',
			]);
			assert.deepEqual(asked, []);
		});
	}

	it('is requested without anything that identifies the user, and with limits on size and time', async () => {
		const { fetch, asked } = serving('image/png');
		await loadImage(fetch, 'http://a.test/x y.png');
		const [{ url, request } = assert.fail()] = asked;
		assert.deepEqual(
			[url, request.method, request.headers, request.limit],
			['http://a.test/x%20y.png', 'GET', { accept: 'image/*' }, 8 * 1024 * 1024],
		);
		assert.equal(request.signal.aborted, false);
	});

	for (const status of [201, 301, 404, 500]) {
		it(`is missing if the answer is ${status}`, async () => {
			const { fetch } = serving('image/png', status);
			assert.deepEqual(await outcome(loadImage(fetch, 'https://a.test/x')), [
				'missing',
				`a.test did not provide the image. Open it in the browser.`,
			]);
		});
	}

	it('names the host that cannot be reached', async () => {
		const failing = () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
		const [kind, message] = Array.from(Object(await outcome(loadImage(failing, 'https://a.test/x'))));
		assert.equal(kind, 'offline');
		assert.match(String(message), /a\.test/);
	});
});
