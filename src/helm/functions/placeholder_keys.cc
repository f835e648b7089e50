#include "src/helm/functions/placeholder_keys.h"

namespace kval::helm::functions {

const char kPlaceholderCertificate[] =
    "-----BEGIN CERTIFICATE-----\n"
    "MIIDJzCCAg+gAwIBAgIUHdtnY0c1KY+nOVBRId/4u8H1LoowDQYJKoZIhvcNAQEL\n"
    "BQAwFjEUMBIGA1UEAwwLcGxhY2Vob2xkZXIwIBcNMjYxMTI5MTMxNjA0WhgPMjEy\n"
    "NjExMDUxMzE2MDRaMBYxFDASBgNVBAMMC3BsYWNlaG9sZGVyMIIBIjANBgkqhkiG\n"
    "9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyZM9/xYViqIpM7fldxlaWkNGLF7fzDrwUFIr\n"
    "YL4mf2cIgL0vdKDemRJadot5cmGqAUnXJOSCYJTK5kQY6fJ/goBXOvBRyMe7X8s4\n"
    "n9BF135xb6BFB+eMB0mrJvHW7Hso+zpFfORsvcyfa3FKzypDvlLqCjbIATYDuWKY\n"
    "RYlMTo+8WP8vUrfGnxHETmkFyittyDywbTNdoIE3l7Y0gLO6ZE7xr0I/THQkrNqo\n"
    "RZYSTPDkCQy1184hLIOw+jUrKXPx4xnKG5FBsBLL656BSlQyoQltnkZ0MsYRHKkc\n"
    "ifRxwKpjfo5cpCFxqZW1gAn7VPl93bsJ6suadg5RR1ctE/u5BQIDAQABo2swaTAd\n"
    "BgNVHQ4EFgQUzPnGTY5QRTYvXiYBuTMVLPkdEhYwHwYDVR0jBBgwFoAUzPnGTY5Q\n"
    "RTYvXiYBuTMVLPkdEhYwDwYDVR0TAQH/BAUwAwEB/zAWBgNVHREEDzANggtwbGFj\n"
    "ZWhvbGRlcjANBgkqhkiG9w0BAQsFAAOCAQEAqcGrWd5ZdYJDi5t+djVFGbcs9ZnN\n"
    "DnyFDUf1cdSO88kC5seZFM78Us0om68x8Z5buRE3+oJDkiYhWdHc+aHIhChTzDJx\n"
    "p2VqDru4yfb5pFj6u6eg/T926sMjMiVIQOTTar9R/w/N43p+pYuNlrhFgEI94s0V\n"
    "fJkcVzEmKRWZjmxyaRKQdS+qMYOt2t75LkLqB3ZFRAM4oVi3m6KZIGkIa9WvPx5J\n"
    "BO3LdsRq8dcYMkwwVmD01zK7q9Ag4Kh101WZVuxqa1Hjb8ZeDqt9yEGaw8+ISaUk\n"
    "9nBoSabNiReBZYfXTtSFXBRStBgXeewozea3XrS48rxywWDQAhRILGmG5g==\n"
    "-----END CERTIFICATE-----\n";

const char kPlaceholderRsaKey[] =
    "-----BEGIN RSA PRIVATE KEY-----\n"
    "MIIEowIBAAKCAQEAyZM9/xYViqIpM7fldxlaWkNGLF7fzDrwUFIrYL4mf2cIgL0v\n"
    "dKDemRJadot5cmGqAUnXJOSCYJTK5kQY6fJ/goBXOvBRyMe7X8s4n9BF135xb6BF\n"
    "B+eMB0mrJvHW7Hso+zpFfORsvcyfa3FKzypDvlLqCjbIATYDuWKYRYlMTo+8WP8v\n"
    "UrfGnxHETmkFyittyDywbTNdoIE3l7Y0gLO6ZE7xr0I/THQkrNqoRZYSTPDkCQy1\n"
    "184hLIOw+jUrKXPx4xnKG5FBsBLL656BSlQyoQltnkZ0MsYRHKkcifRxwKpjfo5c\n"
    "pCFxqZW1gAn7VPl93bsJ6suadg5RR1ctE/u5BQIDAQABAoIBAFUtnKWFgf3Oj2WU\n"
    "4Gim9Hiu8+C9CInnH/R4/G6Je4AbnEq2Zu68KcP6LvLn9h5g6bNYrgqfav5/8YtD\n"
    "HFoDiGEvdWzo705OJD4TBG731gN9IVcfnPv9mrzbovC2gfD1DDi5A3MGnXLInFcN\n"
    "DSUkgXLT26UMSBDG7+TvJlQ/89hAAVU1RdlmYS8EUqiLYCSKLvhpUjETsi8iSQ8q\n"
    "V0d9/hcOEwGcl/LEBBuMukS5D1xFJFd14VmKK4MreqoutTQHe/XJxXtVS7/igyZJ\n"
    "M0gLbrHSkao5HxLQu5GRKrZQkyvfr8cfCzKZjFbSRn9qdtcDLsL1SNTG2VgwJWxD\n"
    "XNcKkPMCgYEA8wtDDCN+94EXh6pu/3SfgmTR3IYk/JpRXrD+D/oAet70EwjUGYE/\n"
    "7AaKn/KwJYaIQXqr4CXeEQ8KdPLtyBv1waLYhGfE1Y20QoC1DWH7tZPOaTYxkkZ0\n"
    "sc7/woNZT/KIDSQNT783Yz996EoqoaSua/KS1uurh928sRZKaE2NrOcCgYEA1FIR\n"
    "w7cIh/+9epAhHuaoFgQyQNN7ocjvpnPLKt1Qe+XhON2cltOe+2EnohI+A+jqrw7L\n"
    "ZIL/DTuDHi66n8/HJt7SEYq19pXVkUNYG6XWXydxuA6qd4iyUf5o/ySkUO6MuJUh\n"
    "qah0uOFmc52JGd0EBucq9LR7iWdcyqHBWaMzoTMCgYEA1EVWxshNwS+vdF8H2Pdr\n"
    "xT/3BurmbPT+8nwVObD5MFd/xwwj6y62vJcuBeq5q9ynLsFMUlXgcPe5A1GVGfxJ\n"
    "lVh8UJAtGvNLp/Wvq8OTSxCP69ZYT1BX5WBMgv+jRq8l4oxFUAxK/NTcS8BTIaCq\n"
    "cj+HvkxRITYp8mTskdKCVasCgYAhLy6Nm1bfAq6XsF0s2jodLsy36xXgpGooZuKz\n"
    "MWH562T3IVPvEuY/PeEW6Kj+rXG4qKRLclnwtIN6vSz3+16SCbNlgHuOLb7ydEca\n"
    "EyJdPun8LXahNiFAxXWdoxl3eMFPvCdFwAl2N+xuV4ntG+kcNxc0pdzFDf2nwf5Z\n"
    "RzOzlwKBgDTD8C0alBqAhHYG3bxsHdNm677+evJGSmyqUIlvzXcD7xSua26GUaKa\n"
    "KzOsAm0z6uvrRitv4iQkqxazV4cylks38VLb5FnBP+oTTcKTEBCkjDx+BLSw1PhM\n"
    "Vv0lWzgQ7JaGoI5AB8WyoRcTfNpiPi2dNHDZrziJJn4Waugc2JYc\n"
    "-----END RSA PRIVATE KEY-----\n";

const char kPlaceholderEcKey[] =
    "-----BEGIN EC PRIVATE KEY-----\n"
    "MHcCAQEEIEDspzA++pCfXyjGrVEvWF0pEB3w/oCtxL1FhJ4/DRnVoAoGCCqGSM49\n"
    "AwEHoUQDQgAEsKKSX3JLQOCGgLvqm3J7h+xyQapygGCFZ1cJloqa/93QVskP3oa9\n"
    "MxxANYJM9R1zNBqHTv0HcVPQX4Oioy2/oA==\n"
    "-----END EC PRIVATE KEY-----\n";

const char kPlaceholderEd25519Key[] =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VwBCIEINjCJW6RHKesAOa5UA0n6sX1QSO0HBCsHFbCjDFU8cJR\n"
    "-----END PRIVATE KEY-----\n";

}  // namespace kval::helm::functions
