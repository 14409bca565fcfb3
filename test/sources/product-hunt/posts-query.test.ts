import { parse, TypeInfo, validate, visit, visitWithTypeInfo } from 'graphql'
import { describe, expect, it } from 'vitest'
import { postQuery, postsQuery } from '../../../src/sources/product-hunt/posts-query.ts'
import { SCHEMA } from '../../helper/graphql-server.ts'

/** From the schema that Product Hunt publishes: the fields and arguments that we use of it. */
const PUBLISHED = {
  'Query.post': 'Post',
  'Query.post(id:)': 'ID',
  'Query.posts': 'PostConnection!',
  'Query.posts(first:)': 'Int',
  'Query.posts(after:)': 'String',
  'Query.posts(order:)': 'PostsOrder',
  'Query.posts(postedAfter:)': 'DateTime',
  'Query.posts(postedBefore:)': 'DateTime',
  'Query.posts(topic:)': 'String',
  'PostConnection.edges': '[PostEdge!]!',
  'PostConnection.pageInfo': 'PageInfo!',
  'PageInfo.hasNextPage': 'Boolean!',
  'PostEdge.cursor': 'String!',
  'PostEdge.node': 'Post!',
  'Post.id': 'ID!',
  'Post.name': 'String!',
  'Post.tagline': 'String!',
  'Post.url': 'String!',
  'Post.thumbnail': 'Media',
  'Media.url': 'String!',
  'Media.url(width:)': 'Int',
  'Media.url(height:)': 'Int',
  'Post.votesCount': 'Int!',
  'Post.commentsCount': 'Int!',
  'Post.createdAt': 'DateTime!',
  'Post.featuredAt': 'DateTime',
  'Post.description': 'String',
  'Post.website': 'String!',
  'Post.topics': 'TopicConnection!',
  'Post.topics(first:)': 'Int',
  'TopicConnection.edges': '[TopicEdge!]!',
  'TopicEdge.node': 'Topic!',
  'Topic.name': 'String!',
  'Topic.slug': 'String!',
}

const documents = [postsQuery({ order: 'VOTES', limit: 3 }), postQuery('1')].map((body) =>
  parse(JSON.parse(body).query),
)

/** Each field and argument of the query with its type in the schema of our test server. */
function used() {
  const types: Record<string, string> = {}
  const info = new TypeInfo(SCHEMA)
  const field = () => `${info.getParentType()?.name}.${info.getFieldDef()?.name}`
  const visitor = {
    Field() {
      types[field()] = String(info.getType())
    },
    Argument() {
      const argument = info.getArgument()
      types[`${field()}(${argument?.name}:)`] = String(argument?.type)
    },
  }
  for (const document of documents) visit(document, visitWithTypeInfo(info, visitor))
  return types
}

describe('postsQuery()', () => {
  it('the query is valid GraphQL', () => {
    for (const document of documents) expect(validate(SCHEMA, document)).toEqual([])
  })

  it('the query uses fields of the published schema as published', () => {
    expect(used()).toEqual(PUBLISHED)
  })

  it('the orders are those of the published schema', () => {
    const order = SCHEMA.getType('PostsOrder')
    const values = order && 'getValues' in order ? order.getValues().map(({ name }) => name) : []
    expect(values).toEqual(['FEATURED_AT', 'NEWEST', 'RANKING', 'VOTES'])
  })
})
